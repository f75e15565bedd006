import {
  and,
  column,
  equals,
  isIn,
  literal,
  missing,
  not,
  or,
  parseTime,
  property,
  type Expr,
} from '../../contract/index.js'
import type { Dictionary, ExpectedValue, ValueType } from './entry.js'

export const violationKinds = ['missing', 'type', 'value', 'deprecated', 'unknown'] as const
export type ViolationKind = (typeof violationKinds)[number]

/** What a row must not be. */
export interface Check {
  /** Null if the event itself is the violation. */
  readonly property: string | null
  readonly kind: ViolationKind
  /** Whether a row violates it. */
  readonly holds: Expr
  /** The only events with violations; null if any event may have some. */
  readonly events: readonly string[] | null
}

const name = column('event_name')

/** Returns the checks of a dictionary, one for each property and kind of violation. */
export function checksOf({ events, properties }: Dictionary, unknown: boolean): readonly Check[] {
  const deprecated = events.filter(({ status }) => status === 'deprecated').map((one) => one.name)
  const known = events.map((one) => one.name)
  return [
    ...(deprecated.length === 0
      ? []
      : [{ property: null, kind: 'deprecated', holds: isIn(name, deprecated), events: deprecated } as const]),
    ...(unknown
      ? [{ property: null, kind: 'unknown', holds: not(isIn(name, known)), events: null } as const]
      : []),
    ...propertyNames({ events, properties }).flatMap((one) => ofProperty(one, { events, properties })),
  ]
}

const propertyNames = ({ events, properties }: Dictionary): readonly string[] => [
  ...new Set([
    ...events.flatMap((event) => event.properties.map((one) => one.name)),
    ...properties.map((one) => one.name),
  ]),
]

/** Events that expect the same of a property, or all others. */
interface Group {
  readonly applies: Expr
  readonly events: readonly string[] | null
  readonly expected: ExpectedValue
}

function ofProperty(of: string, { events, properties }: Dictionary): readonly Check[] {
  const common = properties.find((one) => one.name === of)
  const own = events.flatMap((event) => {
    const expected = event.properties.find((one) => one.name === of)
    if (expected === undefined) return []
    const type = expected.type ?? common?.type ?? null
    const allowed = expected.allowed ?? common?.allowed ?? null
    return [{ event: event.name, required: expected.required, expected: { type, allowed } }]
  })
  const groups = groupsOf(own, common)
  const required = own.filter((one) => one.required).map(({ event }) => event)
  const exists = property(of, 'exists')
  const checks: readonly (Check | null)[] = [
    required.length === 0
      ? null
      : { property: of, kind: 'missing', holds: and(isIn(name, required), not(exists)), events: required },
    joined(of, 'type', groups, ({ type }) => (type === null ? null : and(exists, not(isOf(of, type))))),
    joined(of, 'value', groups, ({ type, allowed }) =>
      allowed === null ? null : and(type === null ? exists : isOf(of, type), not(oneOf(of, allowed))),
    ),
    common?.status === 'deprecated'
      ? { property: of, kind: 'deprecated', holds: exists, events: null }
      : null,
  ]
  return checks.filter((check) => check !== null)
}

function groupsOf(
  own: readonly { readonly event: string; readonly expected: ExpectedValue }[],
  common: ExpectedValue | undefined,
): readonly Group[] {
  const byExpectation = new Map<string, { expected: ExpectedValue; events: string[] }>()
  for (const { event, expected } of own) {
    const key = JSON.stringify([expected.type, expected.allowed])
    const group = byExpectation.get(key) ?? { expected, events: [] }
    group.events.push(event)
    byExpectation.set(key, group)
  }
  const groups = [...byExpectation.values()].map(({ expected, events }): Group => ({
    applies: isIn(name, events),
    events,
    expected,
  }))
  if (common === undefined) return groups
  const named = own.map(({ event }) => event)
  const applies = named.length === 0 ? literal(true, 'bool') : not(isIn(name, named))
  return [...groups, { applies, events: null, expected: common }]
}

function joined(
  of: string,
  kind: ViolationKind,
  groups: readonly Group[],
  badOf: (expected: ExpectedValue) => Expr | null,
): Check | null {
  const bad = groups.flatMap(({ applies, events, expected }) => {
    const holds = badOf(expected)
    return holds === null ? [] : [{ holds: and(applies, holds), events }]
  })
  if (bad.length === 0) return null
  const events = bad.flatMap((one) => one.events ?? [])
  const anywhere = bad.some((one) => one.events === null)
  return {
    property: of,
    kind,
    holds: bad.length === 1 && bad[0] !== undefined ? bad[0].holds : or(...bad.map(({ holds }) => holds)),
    events: anywhere ? null : events,
  }
}

/** Whether the value has the type. An object or array is what exists and has no label. */
function isOf(of: string, type: ValueType): Expr {
  switch (type) {
    case 'text':
    case 'number':
    case 'boolean':
      return not(missing(property(of, type)))
    case 'time':
      return not(missing(parseTime(property(of, 'text'))))
    case 'json':
      return and(property(of, 'exists'), missing(property(of, 'label')))
  }
}

function oneOf(of: string, allowed: NonNullable<ExpectedValue['allowed']>): Expr {
  const texts = allowed.filter((value) => typeof value === 'string')
  const numbers = allowed.filter((value) => typeof value === 'number')
  const booleans = allowed.filter((value) => typeof value === 'boolean')
  return or(
    ...(texts.length === 0 ? [] : [isIn(property(of, 'text'), texts)]),
    ...(numbers.length === 0 ? [] : [isIn(property(of, 'number'), numbers)]),
    ...booleans.map((value) => equals(property(of, 'boolean'), literal(value, 'bool'))),
  )
}
