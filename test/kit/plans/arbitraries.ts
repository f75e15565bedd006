import fc from 'fast-check'
import type { Batch, ContextColumn, JsonObject, JsonValue } from '../../../contract/index.js'
import { metric } from './metric-arbitraries.js'
import {
  devices,
  eventNames,
  exactNames,
  isoTimes,
  moments,
  propertyNames,
  texts,
  users,
  weirdNumbers,
} from './vocabulary.js'

/** Around the moments where days, leap days and daylight saving change, with ties to the millisecond. */
const timestamp = (): fc.Arbitrary<number> =>
  fc
    .tuple(fc.constantFrom(...moments), fc.constantFrom(0, 0, -1, 1, 500, 3_600_000))
    .map(([moment, shift]) => Math.max(0, moment + shift))

const exactNumber = (): fc.Arbitrary<number> => fc.integer({ min: -400, max: 400 }).map((n) => n / 4)

const anyNumber = (): fc.Arbitrary<number> =>
  fc
    .oneof(fc.constantFrom(...weirdNumbers), fc.double({ noNaN: true, noDefaultInfinity: true }))
    .map(noMinusZero)

/** JSON has no −0. */
const noMinusZero = (value: number): number => value + 0

const plainText = (): fc.Arbitrary<string> => fc.constantFrom<string>(...texts, ...isoTimes)

/** A value for a property of this name: mostly of the type that the name implies, sometimes of another. */
function valueOf(name: string): fc.Arbitrary<JsonValue> {
  const isExact = (exactNames as readonly string[]).includes(name)
  const number = isExact ? exactNumber() : anyNumber()
  return fc.oneof(
    { weight: isExact || name === 'weird' ? 12 : 2, arbitrary: number },
    { weight: name === 'when' ? 9 : 1, arbitrary: fc.constantFrom(...isoTimes) },
    { weight: 3, arbitrary: plainText() },
    { weight: 1, arbitrary: fc.boolean() },
    { weight: 1, arbitrary: fc.array(fc.oneof(plainText(), anyNumber()), { maxLength: 2 }) },
    { weight: 1, arbitrary: nested() },
  )
}

/** The value at the paths a.b and a.b.c: numbers there are exact, as the name a.b implies. */
function nested(): fc.Arbitrary<JsonObject> {
  const leaf = fc.oneof(exactNumber(), plainText(), fc.boolean())
  const inner = fc.record({ c: leaf, '': leaf }, { requiredKeys: [] })
  return fc.record({ b: fc.oneof(leaf, inner), 'b.c': leaf, '': inner }, { requiredKeys: [] })
}

/** The groups of an event, as they are stored and as PostHog's clients may have sent them. */
const groups = (): fc.Arbitrary<[string, JsonValue]> =>
  fc
    .record(
      { company: fc.constantFrom<JsonValue>('acme', 'beta', 'é', '', 5), '': fc.constant('x') },
      { requiredKeys: [] },
    )
    .map((value) => ['$groups', value])

/** Built from entries, so that __proto__ is a member like any other. */
const json = (): fc.Arbitrary<JsonObject> =>
  fc
    .array(fc.oneof(groups(), ...propertyNames.map((name) => fc.tuple(fc.constant(name), valueOf(name)))), {
      maxLength: 8,
      size: 'max',
    })
    .map((entries) => withoutEmptyObjects(Object.fromEntries(entries)))

/** As the ingest pipeline cleans them: the contract of a Batch. */
function withoutEmptyObjects(object: JsonObject): JsonObject {
  const isObject = (value: JsonValue): value is JsonObject =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
  const entries = Object.entries(object)
    .map(([key, value]) => [key, isObject(value) ? withoutEmptyObjects(value) : value] as const)
    .filter(([, value]) => !isObject(value) || Object.keys(value).length > 0)
  return Object.fromEntries(entries)
}

const session = (): fc.Arbitrary<string | null> => fc.constantFrom(null, 's1', 's2', 's 3')

const context = (): fc.Arbitrary<Partial<Record<ContextColumn, string>>> =>
  fc.record(
    {
      os: fc.constantFrom('mac', 'Mac', ''),
      country: fc.constantFrom('DE', 'é', ''),
      utm_source: fc.constantFrom("o'mail", '', '😀'),
    },
    { requiredKeys: [] },
  )

/**
 * Each kind of item has its own ids, so that which of two comes first does not depend on the order of the
 * kinds.
 */
const messageId = (prefix: string): fc.Arbitrary<string | null> =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom(`${prefix}1`, `${prefix}2`) },
  )

const many = <T>(item: fc.Arbitrary<T>, maxLength: number, minLength = 0): fc.Arbitrary<T[]> =>
  fc.array(item, { minLength, maxLength, size: 'max' })

/** A small data set; `seq` counts through all of it. */
export function batch(): fc.Arbitrary<Batch> {
  const event = fc.record({
    timestamp: timestamp(),
    event_name: fc.constantFrom(...eventNames),
    device_id: fc.constantFrom(...devices),
    session_id: session(),
    user_id: fc.constantFrom(null, 'u1', 'stray'),
    message_id: messageId('e'),
    context: context(),
    properties: json(),
  })
  const log = fc.record({
    timestamp: timestamp(),
    level: fc.constantFrom('info', 'error'),
    service: fc.constantFrom(null, 'api', 'wörker'),
    source: fc.constantFrom(null, 'host-1'),
    message: json(),
    session_id: session(),
    message_id: messageId('l'),
  })
  const link = fc.record({
    timestamp: fc.constantFrom(5, 5, 7, 1_709_164_800_000),
    device_id: fc.constantFrom(...devices),
    user_id: fc.constantFrom(...users),
  })
  const trait = fc.record({
    timestamp: timestamp(),
    device_id: fc.constantFrom(...devices),
    message_id: messageId('t'),
    traits: json(),
  })
  const seenContext = fc.record({
    timestamp: timestamp(),
    device_id: fc.constantFrom(...devices),
    session_id: session(),
    message_id: messageId('c'),
    context: context(),
    properties: json(),
  })
  return fc
    .record({
      events: fc.oneof(
        { weight: 1, arbitrary: many(event, 3) },
        { weight: 9, arbitrary: many(event, 40, 8) },
      ),
      logs: many(log, 10),
      links: many(link, 8),
      traits: many(trait, 12),
      contexts: many(seenContext, 3),
      metrics: many(metric(timestamp(), messageId('m')), 20),
    })
    .map((parts) => {
      let seq = 0
      const numbered = <T extends object>(items: readonly T[]): readonly (T & { readonly seq: number })[] =>
        items.map((item) => ({ ...item, seq: ++seq }))
      return {
        events: numbered(parts.events),
        logs: numbered(parts.logs),
        links: parts.links,
        traits: numbered(parts.traits),
        contexts: numbered(parts.contexts),
        metrics: numbered(parts.metrics),
      }
    })
}
