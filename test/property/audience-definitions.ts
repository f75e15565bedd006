import fc from 'fast-check'
import { personIn, type AudienceData, type LawData, type LawEvent, type TraitLine } from './metric-events.js'
import { filter, holds, valuesIn, type Filter } from './naive-filter.js'

interface Rule {
  readonly event: string
  readonly days: number
  readonly filters?: readonly Filter[]
  readonly min_count?: number
  readonly negate?: boolean
}

export interface Definition {
  readonly filters?: readonly Filter[]
  readonly events?: readonly Rule[]
  readonly lookback_days?: number
  readonly members?: readonly { readonly device_id: string; readonly user_id?: string | null }[]
}

const sample = <T>(arbitrary: fc.Arbitrary<T>, seed: number, numRuns: number): readonly T[] =>
  fc.sample(arbitrary, { seed, numRuns })

/** Traits of the linked devices, each line at an instant of its own. */
export function traitLines({ links }: LawData, seed: number, from: number): readonly TraitLine[] {
  const line = fc.record({
    link: fc.nat(links.length - 1),
    tier: fc.constantFrom('gold', 'silver', '', null, undefined),
    age: fc.constantFrom(20, 30.5, null, undefined),
  })
  return sample(line, seed, 20).map(({ link, tier, age }, index) => ({
    type: 'identify',
    device_id: links[link]?.device_id ?? '',
    user_id: links[link]?.user_id ?? '',
    timestamp: new Date(from + index * 1000).toISOString(),
    traits: { ...(tier === undefined ? {} : { tier }), ...(age === undefined ? {} : { age }) },
  }))
}

const days = fc.constantFrom(1, 2, 5, 9, 13, 400)
const rule: fc.Arbitrary<Rule> = fc.record(
  {
    event: fc.constantFrom('open', 'buy', 'leave', 'nothing'),
    days,
    filters: fc.array(filter, { maxLength: 2 }),
    min_count: fc.integer({ min: 1, max: 4 }),
    negate: fc.boolean(),
  },
  { requiredKeys: ['event', 'days'] },
)
const listed = fc.record(
  {
    device_id: fc.nat(26).map((n) => `d${n}`),
    user_id: fc.constantFrom(null, null, 'u1', 'u3', 'nobody'),
  },
  { requiredKeys: ['device_id'] },
)
const definition: fc.Arbitrary<Definition> = fc.record(
  {
    filters: fc.array(filter, { maxLength: 2 }),
    events: fc.array(rule, { maxLength: 3 }),
    lookback_days: days,
    members: fc.array(listed, { minLength: 1, maxLength: 25 }),
  },
  { requiredKeys: [] },
)

export const definitions = (seed: number, count: number): readonly Definition[] =>
  sample(definition, seed, count)

const day = 86_400_000

/** The members by a naive evaluation of the definition: user ids, and `device <id>` for anonymous devices. */
export function naiveMembers(definition: Definition, data: AudienceData, now: number): Set<string> {
  const personOf = personIn(data)
  const past = data.events.filter(({ timestamp }) => Date.parse(timestamp) <= now)
  const byPerson = new Map<string, LawEvent[]>()
  for (const event of past) byPerson.set(personOf(event), [...(byPerson.get(personOf(event)) ?? []), event])
  const ofTrait = ({ field }: Filter): boolean => field.startsWith('trait:')
  const valueOf = valuesIn(data)
  const passesTrait = (one: Filter, person: string): boolean => holds(one, valueOf(null, person, one.field))
  const since = (events: readonly LawEvent[], length: number | undefined): readonly LawEvent[] =>
    length === undefined
      ? events
      : events.filter(({ timestamp }) => Date.parse(timestamp) >= now - length * day)

  const isMember = (person: string, events: readonly LawEvent[]): boolean => {
    const recent = since(events, definition.lookback_days)
    const everyFilter = (definition.filters ?? []).every((one) =>
      ofTrait(one)
        ? passesTrait(one, person)
        : recent.some((event) => holds(one, valueOf(event, person, one.field))),
    )
    const everyRule = (definition.events ?? []).every((one) => {
      const { filters = [], min_count = 1, negate = false } = one
      const done = since(events, one.days).filter(
        (event) =>
          event.event === one.event &&
          filters.every((part) =>
            ofTrait(part) ? passesTrait(part, person) : holds(part, valueOf(event, person, part.field)),
          ),
      )
      return done.length >= min_count !== negate
    })
    const isListed = definition.members?.some(({ device_id, user_id }) =>
      typeof user_id === 'string'
        ? user_id === person
        : events.some((event) => event.device_id === device_id),
    )
    return everyFilter && everyRule && isListed !== false
  }
  return new Set(
    [...byPerson].filter(([person, events]) => isMember(person, events)).map(([person]) => person),
  )
}
