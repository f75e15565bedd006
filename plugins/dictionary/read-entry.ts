import { invalid, type Scalar } from '../../contract/index.js'
import {
  byName,
  type EventEntry,
  type ExpectedProperty,
  type ExpectedValue,
  type PropertyEntry,
  type Status,
  type ValueType,
} from './entry.js'

interface GivenValue {
  readonly type?: ValueType | null
  readonly allowed?: readonly Scalar[] | null
}

interface GivenProperty extends GivenValue {
  readonly name: string
  readonly required?: boolean
}

/** The fields of an entry as a body has them, after its schema. */
export interface GivenEntry extends GivenValue {
  readonly description?: string | null
  readonly owner?: string | null
  readonly status?: Status | null
  readonly properties?: readonly GivenProperty[]
}

/** Returns the entry with the given fields in place of its own; null removes one. Throws VALIDATION_ERROR with the path below `at`. */
export const changedEntry = {
  event: (before: EventEntry, { properties, ...given }: GivenEntry, at = ''): EventEntry => ({
    ...before,
    ...textsIn(given),
    ...(properties === undefined ? {} : { properties: readProperties(properties, `${at}/properties`) }),
  }),
  property: (before: PropertyEntry, given: GivenEntry, at = ''): PropertyEntry => ({
    ...before,
    ...textsIn(given),
    ...readValue(
      { type: given.type ?? null, allowed: given.allowed ?? null, ...keptValue(before, given) },
      at,
    ),
  }),
} as const

const keptValue = ({ type, allowed }: ExpectedValue, given: GivenValue): Partial<ExpectedValue> => ({
  ...(given.type === undefined && { type }),
  ...(given.allowed === undefined && { allowed }),
})

const textsIn = ({ description, owner, status }: GivenEntry) => ({
  ...(description !== undefined && { description: textOrNull(description) }),
  ...(owner !== undefined && { owner: textOrNull(owner) }),
  ...(status !== undefined && { status }),
})

/** An empty text is none. */
const textOrNull = (text: string | null): string | null => {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' ? null : trimmed
}

function readProperties(given: readonly GivenProperty[], at: string): readonly ExpectedProperty[] {
  const names = new Set<string>()
  const read = given.map(({ name, required = false, type = null, allowed = null }, index) => {
    if (names.has(name))
      throw invalid(`${at}/${index}/name`, `property ${JSON.stringify(name)} is given twice`)
    names.add(name)
    return { name, required, ...readValue({ type, allowed }, `${at}/${index}`) }
  })
  return read.sort(byName)
}

/** Throws VALIDATION_ERROR if an allowed value is not of the type, or is given twice. */
function readValue({ type, allowed }: ExpectedValue, at: string): ExpectedValue {
  const seen = new Set<Scalar>()
  for (const [index, value] of (allowed ?? []).entries()) {
    const place = `${at}/allowed/${index}`
    if (type !== null && !isOf(type, value))
      throw invalid(place, `${place.slice(1)} must be of the type ${type}`)
    if (seen.has(value)) throw invalid(place, `${place.slice(1)} is given twice`)
    seen.add(value)
  }
  return { type, allowed }
}

const isOf = (type: ValueType, value: Scalar): boolean =>
  type === 'text' || type === 'time' ? typeof value === 'string' : typeof value === type
