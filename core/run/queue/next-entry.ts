import type { CallerState, Entry, QueueLimits, Share, WorkspaceState } from './types.js'

/** Less time spent first; of equal ones the one whose last turn is longest ago. Equal costs make it a round robin. */
const byShare = (a: Readonly<Share>, b: Readonly<Share>): number =>
  a.spent - b.spent || a.lastTurn - b.lastTurn

/**
 * The entry whose turn it is; null: none may run now. With 4 places in all and 2 for a caller, where A has 40 entries
 * and B and C come later: A A . . → A A B . → A A B C, and the place that A leaves goes to whoever has spent least.
 */
export function nextEntry(
  workspaces: Iterable<WorkspaceState>,
  running: number,
  limits: QueueLimits,
): Entry | null {
  const { all, perWorkspace, perCaller } = limits
  if (running >= all) return null
  const isLast = running === all - 1
  const waiting = [...workspaces].filter((one) => one.waiting > 0).sort(byShare)
  for (const workspace of waiting) {
    if (workspace.running >= perWorkspace || (isLast && workspace.running > 0)) continue
    const found = nextCaller(workspace, workspace.running === perWorkspace - 1, perCaller)
    if (found !== null) return found.entries[0] ?? null
  }
  return null
}

function nextCaller({ callers }: WorkspaceState, isLast: boolean, most: number): CallerState | null {
  const waiting = [...callers.values()].filter((one) => one.waiting > 0).sort(byShare)
  return waiting.find(({ running }) => running < most && !(isLast && running > 0)) ?? null
}
