/** A content encoding that states the length of its content before it is decoded. */
export interface BodyDecoder {
  /**
   * Returns the content's length in bytes. If the header is malformed, throws an error whose message is shown
   * to the client.
   */
  length(body: Uint8Array): number
  /** Returns the content, of exactly that length. Throws likewise. */
  decode(body: Uint8Array): Uint8Array
}
