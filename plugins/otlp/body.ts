import { readJson } from './json.js'
import { readProtobuf } from './protobuf.js'
import type { Message } from './schema.js'
import type { Tree } from './tree.js'

export type Encoding = 'json' | 'protobuf'

const brace = 0x7b

/** A body that starts with a brace is JSON, whatever its content type: no protobuf message of OTLP does. */
export const encodingOf = (body: Uint8Array, contentType: string | undefined): Encoding =>
  body[0] === brace || contentType?.toLowerCase().includes('json') === true ? 'json' : 'protobuf'

/** Decodes a body. Throws Undecodable, and PAYLOAD_TOO_LARGE if it has too many parts. */
export const readBody = (body: Uint8Array, encoding: Encoding, message: Message): Tree =>
  encoding === 'json' ? readJson(body) : readProtobuf(body, message)
