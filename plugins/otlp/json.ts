import { ServiceError } from '../../core/contract/index.js'
import { Undecodable } from './refused.js'
import { isTree, type Tree } from './tree.js'

/** Two bytes of JSON can make an object: what a body may unfold to is bounded apart from its length. */
const mostParts = 5_000_000
const deepest = 200

/** Reads a JSON body. Throws Undecodable, and PAYLOAD_TOO_LARGE on one that unfolds to too much. */
export function readJson(bytes: Uint8Array): Tree {
  measure(bytes)
  let value: unknown
  try {
    value = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8'))
  } catch (error) {
    throw new Undecodable('the body is no JSON', { cause: error })
  }
  if (!isTree(value)) throw new Undecodable('the body is no JSON object')
  return value
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Counts objects, arrays and members, and how deep they stand, before any of them is made. */
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
  if (parts > mostParts)
    throw new ServiceError(
      'PAYLOAD_TOO_LARGE',
      'the body unfolds to too many parts; send it in several requests',
    )
}
