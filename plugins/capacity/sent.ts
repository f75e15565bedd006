/** The bytes that workspaces sent within the last five to ten minutes. */
export interface Sent {
  add(workspace: number, bytes: number): void
  lately(): ReadonlyMap<number, number>
}

const spanMs = 300_000

/** Counts in spans of five minutes and drops all but the last two. */
export function createSent(clock: () => number): Sent {
  let began = clock()
  let current = new Map<number, number>()
  let previous = new Map<number, number>()

  function turn(): void {
    const passed = clock() - began
    if (passed < spanMs) return
    previous = passed < 2 * spanMs ? current : new Map<number, number>()
    current = new Map()
    began = clock()
  }

  return {
    add(workspace, bytes) {
      turn()
      current.set(workspace, (current.get(workspace) ?? 0) + bytes)
    },
    lately() {
      turn()
      const sums = new Map(previous)
      for (const [workspace, bytes] of current) sums.set(workspace, (sums.get(workspace) ?? 0) + bytes)
      return sums
    },
  }
}
