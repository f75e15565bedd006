import { setImmediate } from 'node:timers/promises'
import {
  propertyTypes,
  type Batch,
  type CatalogueSource,
  type JsonObject,
  type PropertyType,
} from '../../core/contract/index.js'
import { eachName, exampleOf, typeOfValue } from './names-in.js'

/** What rows tell of one name. */
export interface Seen {
  /** Rows by type, in the order of propertyTypes. */
  readonly rows: number[]
  first: number
  last: number
  examples: string[]
}

/** By source and name; '' counts the rows of the source. */
export type SeenBySource = Map<CatalogueSource, Map<string, Seen>>

export const mostExamples = 3
/** After so many rows others get their turn. */
const stretch = 500

/** The names in a batch. */
export async function seenIn(batch: Batch): Promise<SeenBySource> {
  const result: SeenBySource = new Map()
  await through(result, 'events', batch.events, (row) => row.properties)
  await through(result, 'logs', batch.logs, (row) => row.message)
  await through(result, 'contexts', batch.contexts, (row) => row.properties)
  await through(result, 'traits', batch.traits, (row) => row.traits)
  await through(result, 'metrics', batch.metrics, (row) => row.labels)
  return result
}

async function through<R extends { readonly timestamp: number }>(
  result: SeenBySource,
  source: CatalogueSource,
  rows: readonly R[],
  jsonOf: (row: R) => JsonObject,
): Promise<void> {
  if (rows.length === 0) return
  const names = new Map<string, Seen>()
  result.set(source, names)
  for (const [index, row] of rows.entries()) {
    add(names, '', row.timestamp, null)
    eachName(jsonOf(row), (name, value) => {
      const seen = add(names, name, row.timestamp, typeOfValue(value))
      if (seen.examples.length < mostExamples) addExample(seen.examples, exampleOf(value))
    })
    if (index % stretch === stretch - 1) await setImmediate()
  }
}

function add(names: Map<string, Seen>, name: string, time: number, type: PropertyType | null): Seen {
  let seen = names.get(name)
  if (seen === undefined)
    names.set(name, (seen = { rows: [0, 0, 0, 0], first: time, last: time, examples: [] }))
  const at = type === null ? 0 : propertyTypes.indexOf(type)
  seen.rows[at] = (seen.rows[at] ?? 0) + 1
  if (time < seen.first) seen.first = time
  if (time > seen.last) seen.last = time
  return seen
}

export function addExample(examples: string[], example: string | null): void {
  if (example !== null && examples.length < mostExamples && !examples.includes(example))
    examples.push(example)
}

/** Adds what was seen to what was seen before. */
export function merge(into: SeenBySource, from: SeenBySource): void {
  for (const [source, names] of from) {
    const all = into.get(source) ?? new Map<string, Seen>()
    into.set(source, all)
    for (const [name, seen] of names) {
      const known = all.get(name)
      if (known === undefined) {
        all.set(name, { ...seen, rows: [...seen.rows], examples: [...seen.examples] })
        continue
      }
      for (const [index, rows] of seen.rows.entries()) known.rows[index] = (known.rows[index] ?? 0) + rows
      known.first = Math.min(known.first, seen.first)
      known.last = Math.max(known.last, seen.last)
      for (const example of seen.examples) addExample(known.examples, example)
    }
  }
}
