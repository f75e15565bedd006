import protobuf from 'protobufjs/minimal.js'
import { ServiceError, tooManyParts } from '../../contract/index.js'
import { Undecodable } from './refused.js'
import type { Field, Message } from './schema.js'
import type { Tree } from './tree.js'

/** A message of one byte makes an object of a hundred, so messages are limited in addition to the body's length. */
const mostMessages = 1_000_000
const mostNumbers = 5_000_000
const deepest = 100

type ScalarType = Extract<Field['type'], string>

const wireTypes: Readonly<Record<ScalarType, number>> = {
  bool: 0,
  int32: 0,
  sint32: 0,
  int64: 0,
  uint64: 0,
  double: 1,
  fixed64: 1,
  sfixed64: 1,
  nanos: 1,
  string: 2,
  hex: 2,
  base64: 2,
  fixed32: 5,
}
const [lengthDelimited, group] = [2, 3]

/** Reads a message. Throws Undecodable, and PAYLOAD_TOO_LARGE if it has too many parts. */
export function readProtobuf(bytes: Uint8Array, message: Message): Tree {
  const reader = protobuf.Reader.create(bytes)
  const left = { messages: mostMessages, numbers: mostNumbers }
  try {
    return readMessage(reader, bytes.length, message, 0, left)
  } catch (error) {
    if (error instanceof Undecodable || error instanceof ServiceError) throw error
    throw new Undecodable('the body is not a protobuf message of this type', { cause: error })
  }
}

interface Left {
  messages: number
  numbers: number
}

function readMessage(
  reader: protobuf.Reader,
  end: number,
  message: Message,
  depth: number,
  left: Left,
): Tree {
  if (depth > deepest) throw new Undecodable(`the body is nested deeper than ${deepest} messages`)
  if (--left.messages < 0) throw tooManyParts()
  const tree: Record<string, unknown> = {}
  while (reader.pos < end) {
    const tag = reader.uint32()
    const wire = tag & 7
    const field = message.get(tag >>> 3)
    if (field === undefined) skip(reader, wire)
    else if (!isScalar(field)) {
      if (wire !== lengthDelimited) throw new Undecodable(`${field.name} must be a message`)
      const size = reader.uint32()
      const value = readMessage(
        reader,
        within(reader, size, end),
        (field.type as () => Message)(),
        depth + 1,
        left,
      )
      keep(tree, field, value)
    } else readScalar(reader, wire, field, tree, left, end)
    if (reader.pos > end) throw new Undecodable('a message is longer than its container')
  }
  return tree
}

type ScalarField = Omit<Field, 'type'> & { readonly type: ScalarType }

const isScalar = (field: Field): field is ScalarField => typeof field.type === 'string'

function readScalar(
  reader: protobuf.Reader,
  wire: number,
  field: ScalarField,
  tree: Record<string, unknown>,
  left: Left,
  end: number,
): void {
  const own = wireTypes[field.type]
  const take = (): void => {
    if (--left.numbers < 0) throw tooManyParts()
    keep(tree, field, valueOf(reader, field.type))
  }
  if (wire === own) take()
  else {
    if (wire !== lengthDelimited || !field.repeated)
      throw new Undecodable(`${field.name} has the wrong wire type`)
    const stop = within(reader, reader.uint32(), end)
    while (reader.pos < stop) take()
    if (reader.pos > stop) throw new Undecodable(`${field.name} is longer than its length prefix`)
  }
}

function within(reader: protobuf.Reader, size: number, end: number): number {
  const stop = reader.pos + size
  if (stop > end) throw new Undecodable('a message is longer than its container')
  return stop
}

function skip(reader: protobuf.Reader, wire: number): void {
  if (wire === group) throw new Undecodable('the body must not contain protobuf groups')
  reader.skipType(wire)
}

function keep(tree: Record<string, unknown>, { name, repeated }: Omit<Field, 'type'>, value: unknown): void {
  if (!repeated) tree[name] = value
  else if (Array.isArray(tree[name])) (tree[name] as unknown[]).push(value)
  else tree[name] = [value]
}

function valueOf(reader: protobuf.Reader, type: ScalarField['type']): unknown {
  switch (type) {
    case 'string':
    case 'bool':
    case 'double':
    case 'int32':
    case 'sint32':
    case 'fixed32':
      return reader[type]()
    case 'nanos':
      return digitsOf(reader.fixed64())
    case 'hex':
      return Buffer.from(reader.bytes()).toString('hex')
    case 'base64':
      return Buffer.from(reader.bytes()).toString('base64')
    default:
      return whole(reader[type]())
  }
}

interface Digits {
  toString(): string
}
const digitsOf = (value: Digits): string => value.toString()

/** A number, or a string of digits if a number would not be exact. */
function whole(value: Digits): number | string {
  const digits = digitsOf(value)
  const number = Number(digits)
  return Number.isSafeInteger(number) ? number : digits
}
