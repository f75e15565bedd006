/** The request cannot be read: the message is written for whoever sent it. */
export class Undecodable extends Error {}
