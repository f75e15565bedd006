import { holdsNul, mustBeOneOf } from './common-errors.js'
import { invalid, type ServiceError } from './errors.js'
import { parseIsoTime } from './iso-time.js'
import type { JsonValue } from './json.js'

const scalarTypes = ['String', 'Int64', 'UInt64', 'Float64', 'Bool', 'Date', 'DateTime'] as const
type ScalarType = (typeof scalarTypes)[number]
type ListType = `Array(${ScalarType})`

/** The types of parameters in SQL statements. Every storage has all of them, under its own names. */
export type SqlParameterType = ScalarType | ListType
export const sqlParameterTypes: readonly SqlParameterType[] = [
  ...scalarTypes,
  ...scalarTypes.map((type): ListType => `Array(${type})`),
]

/** The values of a statement's parameters by name, as a client sends them. */
export type SqlParameters = Readonly<Record<string, JsonValue>>

/** A `{name:Type}` in a statement, as written. */
export interface SqlPlaceholder {
  readonly name: string
  readonly type: string
}

/**
 * A parameter with its checked value, as text: integers without a leading zero, numbers as JavaScript writes them, `true`,
 * `2026-01-31`, `2026-01-31T12:00:00.000Z`. A list has the texts of its members.
 */
export interface SqlParameter {
  readonly name: string
  readonly type: SqlParameterType
  readonly value: string | readonly string[]
}

const mostParameters = 100
const mostMembers = 1_000
/** The most characters of a string, and bytes of all values of a statement. */
const longestValue = 10_000
const mostValueBytes = 65_536

/** The body of a placeholder between its braces. */
const written = /^\s*([A-Za-z_][A-Za-z0-9_]{0,63})\s*:([\s\S]*)$/

export const placeholderForm = 'a parameter is written as {name:Type}; its name has letters, digits and _'

/** Reads what stands between the braces; null if that is no placeholder. */
export function placeholderIn(inner: string): SqlPlaceholder | null {
  const [, name, type] = written.exec(inner) ?? []
  return name === undefined || type === undefined ? null : { name, type: type.replaceAll(/\s+/g, '') }
}

/**
 * Checks the values of a statement's placeholders. Returns its parameters, each once, in the order of the statement.
 * Throws VALIDATION_ERROR on `parameters/<name>` if a value is missing, unknown or not of its type, and on `query` if a
 * type is unknown or a name has two types.
 */
export function checkParameters(
  placeholders: readonly SqlPlaceholder[],
  given: SqlParameters,
): readonly SqlParameter[] {
  const types = new Map<string, SqlParameterType>()
  for (const { name, type } of placeholders) {
    const known = sqlParameterTypes.find((one) => one === type)
    if (known === undefined)
      throw invalid('query', mustBeOneOf(`the type of parameter ${JSON.stringify(name)}`, sqlParameterTypes))
    if ((types.get(name) ?? known) !== known)
      throw invalid('query', `parameter ${JSON.stringify(name)} must have one type, not two`)
    types.set(name, known)
  }
  if (types.size > mostParameters)
    throw invalid('query', `a statement must have at most ${mostParameters} parameters`)
  const values = new Map(Object.entries(given))
  for (const name of values.keys()) if (!types.has(name)) throw unknownParameter(name, [...types.keys()])
  let bytes = 0
  return [...types].map(([name, type]) => {
    const value = values.get(name)
    if (value === undefined) throw fault(name, `is required: the statement has {${name}:${type}}`)
    const parameter = { name, type, value: readValue(name, type, value) }
    for (const text of [parameter.value].flat()) bytes += Buffer.byteLength(text)
    if (bytes > mostValueBytes)
      throw fault(name, `is too long: the values of all parameters have at most ${mostValueBytes} bytes`)
    return parameter
  })
}

function readValue(name: string, type: SqlParameterType, value: JsonValue): SqlParameter['value'] {
  const inner = /^Array\((.*)\)$/.exec(type)?.[1] as ScalarType | undefined
  if (inner === undefined) return readScalar(name, type as ScalarType, value)
  if (!Array.isArray(value)) throw fault(name, `must be an array, as its type is ${type}`)
  if (value.length > mostMembers) throw fault(name, `must have at most ${mostMembers} members`)
  return (value as readonly JsonValue[]).map((one) => readScalar(name, inner, one))
}

function readScalar(name: string, type: ScalarType, value: JsonValue): string {
  switch (type) {
    case 'String':
      return readString(name, value)
    case 'Int64':
      return readInteger(name, value, -(2n ** 63n), 2n ** 63n - 1n)
    case 'UInt64':
      return readInteger(name, value, 0n, 2n ** 64n - 1n)
    case 'Float64':
      if (typeof value !== 'number' || !Number.isFinite(value)) throw fault(name, 'must be a number')
      return String(value)
    case 'Bool':
      if (typeof value !== 'boolean') throw fault(name, 'must be true or false')
      return String(value)
    case 'Date': {
      const isDate = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)
      if (!isDate || parseIsoTime(value) === null) throw fault(name, 'must be a date such as "2026-01-31"')
      return within(name, Date.parse(value)).slice(0, 10)
    }
    case 'DateTime': {
      const time = typeof value === 'string' ? parseIsoTime(value) : null
      if (time === null)
        throw fault(name, 'must be an ISO 8601 date or date-time, in UTC unless it has an offset')
      return within(name, time)
    }
  }
}

function readString(name: string, value: JsonValue): string {
  if (typeof value !== 'string') throw fault(name, 'must be a string')
  if (value.includes('\0')) throw holdsNul(`parameters/${name}`)
  if (!value.isWellFormed()) throw fault(name, 'must not contain a lone surrogate')
  if (Array.from(value).length > longestValue)
    throw fault(name, `must have at most ${longestValue} characters`)
  return value
}

/** Integers that a JSON number cannot hold exactly come as strings. */
function readInteger(name: string, value: JsonValue, least: bigint, most: bigint): string {
  const isExact = typeof value === 'number' ? Number.isSafeInteger(value) : isInteger(value)
  if (!isExact)
    throw fault(name, 'must be an integer; as a string beyond ±9007199254740991, such as "9007199254740993"')
  const number = BigInt(value as string | number)
  if (number < least || number > most) throw fault(name, `must be between ${least} and ${most}`)
  return String(number)
}

const isInteger = (value: JsonValue): boolean => typeof value === 'string' && /^-?\d{1,40}$/.test(value)

/** The dates that every storage can hold. */
const firstTime = Date.UTC(1970, 0, 1)
const lastTime = Date.UTC(2149, 5, 7) - 1

function within(name: string, time: number): string {
  if (time < firstTime || time > lastTime) throw fault(name, 'must be between 1970-01-01 and 2149-06-06')
  return new Date(time).toISOString()
}

const fault = (name: string, complaint: string): ServiceError =>
  invalid(`parameters/${name}`, `parameter ${JSON.stringify(name)} ${complaint}`)

function unknownParameter(name: string, known: readonly string[]): ServiceError {
  const shown = name.slice(0, 100)
  const has = known.length === 0 ? 'none' : known.join(', ')
  return invalid(
    `parameters/${shown}`,
    `unknown parameter ${JSON.stringify(shown)}; the statement has ${has}`,
  )
}
