/** The body cannot be decoded; the message is written for its sender. */
export class Undecodable extends Error {}
