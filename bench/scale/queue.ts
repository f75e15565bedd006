/** A question that arrives at a server. */
export interface Arrival {
  readonly at: number
  readonly workspace: number
  /** Seconds of processor time. */
  readonly work: number
}

export interface Server {
  readonly cores: number
  /** Questions that run at once; they share the cores. */
  readonly places: number
  /** The most of one workspace, and whether the one that used least comes first. Otherwise first come, first served. */
  readonly perWorkspace?: number
}

export interface Answered extends Arrival {
  /** Seconds from arrival to answer. */
  readonly seconds: number
}

interface Running {
  readonly arrival: Arrival
  left: number
}

/**
 * Simulates the questions of a server. Those that run share its cores evenly; one alone has all of them. The queue is that
 * of core/run/queue in small: the workspace that used the engine least comes first, with a bound for each workspace.
 */
export function simulate(arrivals: readonly Arrival[], server: Server): readonly Answered[] {
  const { cores, places, perWorkspace = places } = server
  const isFair = server.perWorkspace !== undefined
  const answered: Answered[] = []
  const running: Running[] = []
  const waiting = new Map<number, Arrival[]>()
  const use = new Map<number, number>()
  const inside = new Map<number, number>()
  let now = 0
  let next = 0

  const add = (map: Map<number, number>, key: number, more: number): void =>
    void map.set(key, (map.get(key) ?? 0) + more)
  const first = (): Arrival | undefined => {
    let found: readonly Arrival[] | undefined
    let least = Infinity
    for (const [workspace, list] of waiting) {
      const [arrival] = list
      if (arrival === undefined || (inside.get(workspace) ?? 0) >= perWorkspace) continue
      const rank = isFair ? (use.get(workspace) ?? 0) : arrival.at
      if (rank < least) [found, least] = [list, rank]
    }
    return found?.[0]
  }
  const start = (): void => {
    for (let arrival = first(); running.length < places && arrival !== undefined; arrival = first()) {
      const list = waiting.get(arrival.workspace) ?? []
      list.shift()
      if (list.length === 0) waiting.delete(arrival.workspace)
      running.push({ arrival, left: arrival.work })
      add(inside, arrival.workspace, 1)
    }
  }

  while (next < arrivals.length || running.length > 0) {
    const rate = cores / Math.max(1, running.length)
    const shortest = running.reduce((least, { left }) => Math.min(least, left), Infinity)
    const [ends, comes] = [now + shortest / rate, arrivals[next]?.at ?? Infinity]
    const then = Math.min(ends, comes)
    for (const one of running) {
      one.left -= (then - now) * rate
      add(use, one.arrival.workspace, (then - now) * rate)
    }
    now = then
    if (comes <= ends) {
      const arrival = arrivals[next++]
      if (arrival !== undefined)
        waiting.set(arrival.workspace, [...(waiting.get(arrival.workspace) ?? []), arrival])
    }
    const ended = running.filter(({ left }) => left <= 1e-9)
    for (const one of ended) {
      running.splice(running.indexOf(one), 1)
      add(inside, one.arrival.workspace, -1)
      answered.push({ ...one.arrival, seconds: now - one.arrival.at })
    }
    start()
  }
  return answered
}
