/**
 * The messages that appends of this process are storing at the moment. What one of them holds another does not look up
 * before that has ended: until then nobody can say whether it is stored.
 */
export interface InFlight {
  /** Resolves as soon as no append that is under way holds one of the messages; call what it gives at the end. */
  begin(database: string, messages: ReadonlySet<string>): Promise<() => void>
}

interface Flight {
  readonly messages: ReadonlySet<string>
  readonly ended: Promise<void>
}

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

function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const [small, large] = one.size < other.size ? [one, other] : [other, one]
  for (const message of small) if (large.has(message)) return true
  return false
}
