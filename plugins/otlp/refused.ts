/** The body cannot be decoded: a 400. */
export class Undecodable extends Error {}

/** Rejects one record or data point; the message is written for its sender. */
export class Rejected extends Error {}
