import { signal } from '@preact/signals'
import type { Statement } from './parameters.js'

const key = 'sextant.sql.history'
const most = 50

export interface Ran extends Statement {
  /** Milliseconds since 1970. */
  readonly at: number
}

/** The statements that were run in this browser, newest first; at most 50. */
export const history = signal<readonly Ran[]>(read())

/** Adds a statement to the history, or moves it to the top, with the values of its last run. */
export function remember(statement: Statement): void {
  const others = history.value.filter((one) => one.query !== statement.query)
  keep([{ ...statement, at: Date.now() }, ...others].slice(0, most))
}

export const forget = (): void => keep([])

function keep(entries: readonly Ran[]): void {
  history.value = entries
  localStorage.setItem(key, JSON.stringify(entries))
}

function read(): readonly Ran[] {
  try {
    const entries: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(entries) ? entries.filter(isRan) : []
  } catch {
    return []
  }
}

const isRan = (value: unknown): value is Ran => {
  const { query, at } = (value ?? {}) as Partial<Ran>
  return typeof query === 'string' && typeof at === 'number'
}
