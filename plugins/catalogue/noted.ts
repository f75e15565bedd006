import {
  contextColumns,
  createSlices,
  propertyTypes,
  type Batch,
  type CatalogueSource,
  type ContextColumn,
  type JsonObject,
  type JsonValue,
} from '../../contract/index.js'
import { keptColumns, withContext } from './columns-in.js'
import { eachName, exampleOf, labelOf, typeOfValue } from './names-in.js'
import { BatchTally, type Counting } from './tally.js'

/** What the rows of a batch have of one name. */
export interface Seen {
  /** Rows by type, in the order of propertyTypes. */
  readonly rows: number[]
  /** The earliest and latest time of these rows, in milliseconds since 1970 UTC. */
  first: number
  last: number
  examples: string[]
  /** The values in this batch; null if none are kept. */
  readonly tally: BatchTally | null
}

/** By source and name; the name '' counts the rows of the source. */
export type SeenBySource = Map<CatalogueSource, Map<string, Seen>>

export const mostExamples = 3

/** What the catalogue takes from a batch. */
export interface SeenInBatch {
  readonly names: SeenBySource
  /** The values of columns, by source and column. */
  readonly columns: ReadonlyMap<CatalogueSource, ReadonlyMap<string, BatchTally>>
  /** The times of about one row in a thousand, in milliseconds since 1970 UTC. */
  readonly times: ReadonlyMap<CatalogueSource, readonly number[]>
  /** Number of names that are not listed, each counted once per source. */
  readonly unlisted: number
}

export type ListedNames = ReadonlyMap<CatalogueSource, ReadonlySet<string>>
const noNames: ReadonlySet<string> = new Set()

export interface SeeingDependencies {
  /** How the values of columns and names are counted; null if no values are. */
  readonly values: {
    countingOf(source: CatalogueSource, column: string): Counting | null
    countingIn(source: CatalogueSource): (name: string) => Counting | null
  } | null
  /** Returns a number from 0 to 1. */
  readonly random: () => number
  /** If given, only these names are read; every other name costs one lookup. */
  readonly listed: ListedNames | null
}

/** One row in so many is a sample of the times of all rows. */
export const rowsPerSample = 1_000

/** Returns the names and values in a batch. */
export async function seenIn(batch: Batch, dependencies: SeeingDependencies): Promise<SeenInBatch> {
  const result: Result = { names: new Map(), columns: new Map(), times: new Map(), unlisted: 0 }
  await through(result, dependencies, 'events', batch.events, (row) => row.properties)
  await through(result, dependencies, 'logs', batch.logs, (row) => row.message)
  await through(result, dependencies, 'contexts', batch.contexts, (row) => row.properties)
  await through(result, dependencies, 'traits', batch.traits, (row) => row.traits)
  await through(result, dependencies, 'metrics', batch.metrics, (row) => row.labels)
  return result
}

interface Result {
  readonly names: SeenBySource
  readonly columns: Map<CatalogueSource, Map<string, BatchTally>>
  readonly times: Map<CatalogueSource, number[]>
  unlisted: number
}

async function through<S extends CatalogueSource>(
  result: Result,
  { values, random, listed }: SeeingDependencies,
  source: S,
  rows: Batch[S],
  jsonOf: (row: Batch[S][number]) => JsonObject,
): Promise<void> {
  if (rows.length === 0) return
  const names = new Map<string, Seen>()
  const tallies = new Map<string, BatchTally>()
  const tallyOfColumn = (column: string): BatchTally | null => {
    const how = values?.countingOf(source, column) ?? null
    if (how === null) return null
    const tally = new BatchTally(how)
    tallies.set(column, tally)
    return tally
  }
  const columns = keptColumns[source].flatMap(([column, read]) => {
    const tally = tallyOfColumn(column)
    return tally === null ? [] : [{ read, tally }]
  })
  // Rows have few of the context columns, so a row's own are looked up.
  const contexts = withContext.has(source)
    ? new Map(contextColumns.map((column) => [column, tallyOfColumn(column)]))
    : null
  const times: number[] = []
  const counting = values?.countingIn(source)
  const tallyOf = (name: string): BatchTally | null => {
    const how = counting?.(name) ?? null
    return how === null ? null : new BatchTally(how)
  }
  const all = seen(names, '', 0, () => null)
  const only = listed === null ? null : (listed.get(source) ?? noNames)
  const others = new Set<string>()
  const slices = createSlices()
  all.first = all.last = rows[0]?.timestamp ?? 0
  let count = 0
  for (const row of rows as readonly Batch[S][number][]) {
    const time = row.timestamp
    add(all, time, null)
    const drawn = random()
    if (drawn < 1 / rowsPerSample) times.push(time)
    for (const { read, tally } of columns) {
      if (!tally.reads(drawn)) continue
      const value = read(row)
      if (value !== null && value !== undefined && value !== '') tally.count(value, drawn)
    }
    if (contexts !== null) countContext(contexts, row as WithContext, drawn)
    eachName(jsonOf(row), (name, value, hidden) => {
      if (only !== null && !only.has(name)) {
        others.add(name)
        return
      }
      const of = seen(names, name, time, tallyOf)
      add(of, time, value)
      if (of.examples.length < mostExamples) addExample(of.examples, exampleOf(value))
      const { tally } = of
      if (tally === null || hidden || !tally.reads(drawn)) return
      const label = labelOf(value)
      if (label !== null) tally.count(label, drawn)
    })
    // A look at the clock costs as much as a value.
    if (++count % 16 === 0 && slices.over()) await slices.next()
  }
  result.names.set(source, names)
  result.columns.set(source, tallies)
  result.times.set(source, times)
  result.unlisted += others.size
}

function seen(
  names: Map<string, Seen>,
  name: string,
  time: number,
  tallyOf: (name: string) => BatchTally | null,
): Seen {
  let found = names.get(name)
  if (found === undefined) {
    found = { rows: [0, 0, 0, 0], first: time, last: time, examples: [], tally: tallyOf(name) }
    names.set(name, found)
  }
  return found
}

interface WithContext {
  readonly context: Readonly<Partial<Record<ContextColumn, string>>>
}

function countContext(
  tallies: ReadonlyMap<ContextColumn, BatchTally | null>,
  { context }: WithContext,
  drawn: number,
): void {
  for (const name in context) {
    const tally = tallies.get(name as ContextColumn)
    if (!tally?.reads(drawn)) continue
    const value = context[name as ContextColumn]
    if (value !== undefined && value !== '') tally.count(value, drawn)
  }
}

const placeOf = new Map(propertyTypes.map((type, place) => [type, place]))

function add(seen: Seen, time: number, value: Exclude<JsonValue, null> | null): void {
  const at = value === null ? 0 : (placeOf.get(typeOfValue(value)) ?? 0)
  seen.rows[at] = (seen.rows[at] ?? 0) + 1
  if (time < seen.first) seen.first = time
  if (time > seen.last) seen.last = time
}

/** Adds an example unless it is null, known, or one too many. */
export function addExample(examples: string[], example: string | null): void {
  if (example !== null && examples.length < mostExamples && !examples.includes(example))
    examples.push(example)
}

/** Adds the counts, times and examples of `from` to `into`; not the values. */
export function merge(into: SeenBySource, from: SeenBySource): void {
  for (const [source, names] of from) {
    const all = into.get(source) ?? new Map<string, Seen>()
    into.set(source, all)
    for (const [name, seen] of names) {
      const known = all.get(name)
      if (known === undefined) {
        all.set(name, { ...seen, rows: [...seen.rows], examples: [...seen.examples], tally: null })
        continue
      }
      for (const [index, rows] of seen.rows.entries()) known.rows[index] = (known.rows[index] ?? 0) + rows
      known.first = Math.min(known.first, seen.first)
      known.last = Math.max(known.last, seen.last)
      for (const example of seen.examples) addExample(known.examples, example)
    }
  }
}
