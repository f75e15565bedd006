/** Rejects one item of a request. The message is written for the caller and contains nothing of the item's content. */
export class LineError extends Error {}
