import type { HashTable } from '../../sql/hash-table.js'

/**
 * The messages that appends of this process are storing right now. An append that shares a message with a
 * running one waits for it to end: until then it is unknown whether the message is stored.
 */
export interface InFlight {
  /**
   * Resolves once no running append holds one of the messages. The caller must call the returned function at
   * its end.
   */
  begin(database: string, messages: readonly HashTable[]): Promise<() => void>
}

interface Flight {
  /** A table for each kind of rows. */
  readonly messages: readonly HashTable[]
  readonly ended: Promise<void>
}

/** Returns an empty register of running appends. */
export function createInFlight(): InFlight {
  const flying = new Map<string, Set<Flight>>()
  return {
    async begin(database, messages) {
      for (;;) {
        const others = flying.get(database) ?? new Set()
        const shared = [...others].find((other) => overlap(other.messages, messages))
        if (shared === undefined) break
        await shared.ended
      }
      let end = (): void => undefined
      const flight: Flight = { messages, ended: new Promise<void>((resolve) => (end = resolve)) }
      const all = flying.get(database) ?? new Set<Flight>()
      flying.set(database, all.add(flight))
      return () => {
        all.delete(flight)
        if (all.size === 0 && flying.get(database) === all) flying.delete(database)
        end()
      }
    },
  }
}

const overlap = (some: readonly HashTable[], others: readonly HashTable[]): boolean =>
  some.some((one) => others.some((other) => one.meets(other)))
