import { readJson } from './json.js'
import { readProtobuf } from './protobuf.js'
import type { Message } from './schema.js'
import type { Tree } from './tree.js'

export type Encoding = 'json' | 'protobuf'

const brace = 0x7b

/** No protobuf message of OTLP starts with a brace, so what does is JSON whatever it is called. */
export const encodingOf = (body: Uint8Array, contentType: string | undefined): Encoding =>
  body[0] === brace || contentType?.toLowerCase().includes('json') === true ? 'json' : 'protobuf'

/** Throws Undecodable, and PAYLOAD_TOO_LARGE on a body that unfolds to too much. */
export const readBody = (body: Uint8Array, encoding: Encoding, message: Message): Tree =>
  encoding === 'json' ? readJson(body) : readProtobuf(body, message)
