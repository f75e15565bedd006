/** The request cannot be read at all: a 400. */
export class Undecodable extends Error {}

/** One record or data point is not taken, and why; the message is written for whoever sent it. */
export class Refused extends Error {}
