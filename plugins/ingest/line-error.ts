/** Why one item of a request is refused; the message is written for the caller and holds nothing of the item's text. */
export class LineError extends Error {}
