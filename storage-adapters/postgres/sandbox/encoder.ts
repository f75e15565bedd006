import type { RawRow } from './statement.js'

/** Encodes a file as chunks: its start, batches of rows, its end. */
export interface Encoder {
  start(): Uint8Array
  rows(rows: readonly RawRow[]): Uint8Array
  end(): Uint8Array
}

/** Distinct names in the same order: a, a, b become a, a_2, b. */
export function distinctNames(names: readonly string[]): readonly string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    let given = name
    for (let number = 2; taken.has(given); number++) given = `${name}_${number}`
    taken.add(given)
    return given
  })
}
