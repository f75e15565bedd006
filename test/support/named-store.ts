import type { AnalyticsStore } from '../../contract/index.js'
import { createMemoryStore } from '../../storage-adapters/memory/store.js'

export interface NamedStore {
  readonly name: string
  /** Opens a store; the URL is that of the service's own database of records. */
  readonly make: (recordsUrl: string) => AnalyticsStore
  /** The data is in the process that opened the store: no second store has it. */
  readonly inProcess?: true
  /** A new database for the store where a service keeps no records; left out where the store needs none. */
  readonly database?: () => Promise<{ readonly url: string; readonly drop: () => Promise<void> }>
}

export const memory: NamedStore = {
  name: 'memory',
  make: () => createMemoryStore(),
  inProcess: true,
}

const opened = new Set<NamedStore>()

/**
 * Whether no service of this process ran over the store yet. The plans of the built-in metrics are checked over each store
 * by the first one: they are the same for every other.
 */
export function firstOver(store: NamedStore): boolean {
  const isFirst = !opened.has(store)
  opened.add(store)
  return isFirst
}

let chosen: readonly NamedStore[] | null = null

/** test/support/every-store.ts calls it when a test file imports it. */
export function chooseStores(stores: readonly NamedStore[]): void {
  chosen = stores
}

/** What the tests of this file run over: memory in the first tier, every store where every-store.ts is imported. */
export function chosenStores(): readonly NamedStore[] {
  if (chosen !== null) return chosen
  if (/\.(engines|exhaustive)\.test\.js$/.test(process.argv[1] ?? ''))
    throw new Error("a test file of this tier imports 'test/support/every-store.js' first")
  return [memory]
}
