import { tooManyParts } from '../../contract/index.js'
import { Undecodable } from './refused.js'
import { isTree, type Tree } from './tree.js'

/** Limit of objects, arrays and members: two bytes of JSON can make an object, so the body's length is not enough. */
const mostParts = 5_000_000
const deepest = 200

/** Reads a JSON body. Throws Undecodable, and PAYLOAD_TOO_LARGE if it has too many parts. */
export function readJson(bytes: Uint8Array): Tree {
  measure(bytes)
  let value: unknown
  try {
    value = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8'))
  } catch (error) {
    throw new Undecodable('the body is not valid JSON', { cause: error })
  }
  if (!isTree(value)) throw new Undecodable('the body must be a JSON object')
  return value
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Checks the number and depth of objects, arrays and members before parsing. */
function measure(bytes: Uint8Array): void {
  let parts = 0
  let depth = 0
  let inText = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (inText) {
      if (byte === backslash) at++
      else if (byte === quote) inText = false
    } else if (byte === quote) inText = true
    else if (byte === comma) parts++
    else if (byte === openArray || byte === openObject) {
      parts++
      if (++depth > deepest) throw new Undecodable(`the body is nested deeper than ${deepest} levels`)
    } else if (byte === closeArray || byte === closeObject) depth--
  }
  if (parts > mostParts) throw tooManyParts()
}
