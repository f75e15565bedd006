import { sqlText } from '../../../text/sql.js'
import type { Dialect } from '../sql-name.js'
import { clickhouseSignatures } from './clickhouse.js'
import { postgresSignatures } from './postgres.js'

export interface SqlFunction {
  readonly name: string
  /** As written in a statement: `round(x, [digits])`. */
  readonly signature: string
  readonly about: string
}

const listOf = (signatures: string): readonly SqlFunction[] =>
  signatures
    .trim()
    .split('\n')
    .map((signature) => {
      const name = signature.slice(0, signature.indexOf('('))
      return { name, signature, about: sqlText.functions[name] ?? '' }
    })

const lists: Readonly<Record<Dialect, readonly SqlFunction[]>> = {
  clickhouse: listOf(clickhouseSignatures),
  postgres: listOf(postgresSignatures),
}

/** The functions that the editor completes, in the SQL of a storage. */
export const functionsOf = (dialect: Dialect): readonly SqlFunction[] => lists[dialect]

/** How far back the call around the caret is searched, in characters. */
const farthest = 2_000

/** The function around the caret in a statement: that of the innermost parenthesis still open; null if there is none. */
export function functionAt(statement: string, caret: number, dialect: Dialect): SqlFunction | null {
  let open = 0
  for (let at = caret - 1; at >= Math.max(0, caret - farthest); at--) {
    const letter = statement[at]
    if (letter === ')') open += 1
    else if (letter === '(' && open > 0) open -= 1
    else if (letter === '(') {
      const [name = ''] = /\w+$/.exec(statement.slice(Math.max(0, at - 64), at)) ?? []
      return namedIn(dialect, name)
    } else if (letter === ';') return null
  }
  return null
}

/** Finds a function by its name; in lower case if no name fits exactly, as `COUNT`. */
function namedIn(dialect: Dialect, name: string): SqlFunction | null {
  const all = functionsOf(dialect)
  const lower = name.toLowerCase()
  return all.find((one) => one.name === name) ?? all.find((one) => one.name.toLowerCase() === lower) ?? null
}
