/** The owner of a statement to prepare. */
export interface Preparing {
  /** The workspace's id. */
  readonly workspace: string
  readonly caller: string
}

/** Resolves when the statement may be prepared. */
export type Turns = (who: Preparing) => Promise<void>

type Line = (() => void)[]

/**
 * Prepares one statement per turn of the event loop. Workspaces take turns, and within a workspace its
 * callers. Preparing takes processor time in this process, also for cached results, which never wait for the
 * engine. Forty formulas of 26 series prepare 1,040 statements; without turns another request would wait for
 * all of them:
 *
 *     requested  A1 A2 A3 … A1040, then B1     prepared  A1, A2, B1, A3 …, one per turn
 */
export function createTurns(nextLoop: (call: () => void) => void = setImmediate): Turns {
  const waiting = new Map<string, Map<string, Line>>()
  let isTaken = false

  /** Takes the first statement of the next workspace's next caller, and moves both to the end. */
  function take(): (() => void) | undefined {
    const [workspace, callers] = first(waiting) ?? []
    const [caller, line] = (callers && first(callers)) ?? []
    if (workspace === undefined || callers === undefined || caller === undefined || line === undefined)
      return undefined
    const begin = line.shift()
    callers.delete(caller)
    if (line.length > 0) callers.set(caller, line)
    waiting.delete(workspace)
    if (callers.size > 0) waiting.set(workspace, callers)
    return begin
  }

  function next(): void {
    const begin = take()
    isTaken = begin !== undefined
    if (begin === undefined) return
    begin()
    nextLoop(next)
  }

  return ({ workspace, caller }) => {
    if (!isTaken) {
      isTaken = true
      nextLoop(next)
      return Promise.resolve()
    }
    return new Promise((begin) => {
      const callers = waiting.get(workspace) ?? new Map<string, Line>()
      waiting.set(workspace, callers)
      const line = callers.get(caller)
      if (line === undefined) callers.set(caller, [begin])
      else line.push(begin)
    })
  }
}

const first = <T>(all: ReadonlyMap<string, T>): readonly [string, T] | undefined => all.entries().next().value
