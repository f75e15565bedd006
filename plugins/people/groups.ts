import {
  actorRows,
  aggregate,
  calledGroup,
  column,
  count,
  countDistinct,
  descending,
  equals,
  groupCall,
  groupIdOf,
  groupsProperty,
  hasGroup,
  isCallOf,
  isGroupType,
  isIn,
  max,
  min,
  missing,
  not,
  peopleOf,
  property,
  rowsOf,
  scan,
  select,
  sort,
  text,
  where,
  and,
  type JsonObject,
  type Measure,
  type Question,
  type Relation,
  type Row,
  type WorkspaceAsk,
} from '../../contract/index.js'
import { mergeTraits } from './merge-traits.js'

type Reads = Pick<WorkspaceAsk, 'rows' | 'properties'>

/** Traits are read from at most so many group calls of all requested groups, the newest. */
const mostCalls = 50_000
/** Names of types are looked for in the properties of so many of the newest events. */
const sample = { rows: 50_000, paths: 1_000 } as const

/** Returns the types of groups that group calls, or the newest events, name, in order. */
export async function groupTypes(ask: Reads): Promise<readonly string[]> {
  const type = property(groupCall.type, 'text', 'traits')
  const called = aggregate(where(scan('traits'), not(missing(type))), { type }, {})
  const [calls, { properties }] = await Promise.all([ask.rows(called), ask.properties('events', sample)])
  const named = properties.flatMap(({ path: [first, name, ...deeper] }) =>
    first === groupsProperty && name !== undefined && deeper.length === 0 ? [name] : [],
  )
  const found = new Set([...calls.map((row) => row['type'] as string), ...named])
  return [...found].filter(isGroupType).sort()
}

/** The measures of a group's events beside its times. */
const counted: Readonly<Record<string, Measure>> = {
  events: count(),
  persons: countDistinct(column('member')),
}

/** The groups of the question's events, last seen first. */
export function groupsIn(question: Question, type: string): Relation {
  return peopleOf(withMembers(rowsOf(question), type), counted)
}

/** The rows with their group as the actor; their person stays, as `member`. */
const withMembers = (rows: Relation, type: string): Relation =>
  actorRows(select(rows, { ...shown, member: column('person'), person: column('person') }), {
    kind: 'group',
    type,
  })

const shown = Object.fromEntries(['timestamp', 'seq', 'properties'].map((name) => [name, column(name)]))

export interface GroupProfile {
  readonly type: string
  readonly id: string
  /** The latest value of each trait that is not null. */
  readonly traits: JsonObject
  /** The number of its events in the range. */
  readonly events: number
  /** The number of persons who made them. */
  readonly persons: number
  readonly first_seen: string | null
  readonly last_seen: string | null
}

/** Returns the traits of a group, and the figures of its events in the question's range. */
export async function groupProfile(
  ask: Reads,
  question: Question,
  { type, id }: { readonly type: string; readonly id: string },
): Promise<GroupProfile> {
  const own = where(rowsOf(question), and(hasGroup(type), equals(groupIdOf(type), text(id))))
  const time = column('timestamp')
  const figures = aggregate(
    own,
    {},
    { events: count(), persons: countDistinct(column('person')), first: min(time), last: max(time) },
  )
  const isEmpty = question.edges.length === 0
  const [[row], traits] = await Promise.all([isEmpty ? [] : ask.rows(figures), traitsOf(ask, type, [id])])
  return {
    type,
    id,
    traits: traits.get(id) ?? {},
    events: Number(row?.['events'] ?? 0),
    persons: Number(row?.['persons'] ?? 0),
    first_seen: timeOf(row?.['first']),
    last_seen: timeOf(row?.['last']),
  }
}

const timeOf = (ms: unknown): string | null => (typeof ms === 'number' ? new Date(ms).toISOString() : null)

/** Returns the current traits of these groups. */
export async function traitsOf(
  ask: Pick<Reads, 'rows'>,
  type: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, JsonObject>> {
  if (ids.length === 0) return new Map()
  const calls = where(scan('traits'), and(isCallOf(type), isIn(calledGroup, ids)))
  const newest = [descending(column('timestamp')), descending(column('seq'))]
  const rows = await ask.rows(
    select(sort(calls, newest, mostCalls), { id: calledGroup, traits: column('traits') }),
  )
  const byGroup = new Map<string, unknown[]>(ids.map((id) => [id, []]))
  for (const row of rows) byGroup.get(idIn(row))?.push(ownTraits(row))
  return new Map([...byGroup].map(([id, traits]) => [id, mergeTraits(traits)]))
}

const idIn = (row: Row): string => row['id'] as string

const ownTraits = (row: Row): unknown => (row['traits'] as JsonObject)[groupCall.traits]
