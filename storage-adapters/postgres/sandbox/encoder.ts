import type { RawRow } from './statement.js'

/** A file in the making: what its next bytes are. */
export interface Encoder {
  start(): Uint8Array
  rows(rows: readonly RawRow[]): Uint8Array
  end(): Uint8Array
}

/** Names that are all different: the second `a` is `a_2`. */
export function distinctNames(names: readonly string[]): readonly string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    let given = name
    for (let number = 2; taken.has(given); number++) given = `${name}_${number}`
    taken.add(given)
    return given
  })
}
