import type { CallerState, Entry, QueueLimits, Share, WorkspaceState } from './types.js'

/** Less time spent first; of equal ones the one whose last turn is longest ago. Equal costs make it a round robin. */
const byShare = (a: Readonly<Share>, b: Readonly<Share>): number =>
  a.spent - b.spent || a.lastTurn - b.lastTurn

/**
 * The entry whose turn it is; null: none may run now. With 4 places in all, 3 for a workspace and 2 for a caller, where
 * A has 40 entries and B and C come later: A A . . → A A B . → A A B C. The next place that A leaves stays free: beside
 * others a caller has half of what it has alone, so that their statements find about half of the processors idle.
 */
export function nextEntry(
  present: Iterable<WorkspaceState>,
  running: number,
  limits: QueueLimits,
): Entry | null {
  if (running >= limits.all) return null
  const workspaces = [...present]
  const isLast = running === limits.all - 1
  for (const workspace of workspaces.filter((one) => one.waiting > 0).sort(byShare)) {
    if (isLast && workspace.running > 0) continue
    const found = nextCaller(workspace, limits, workspaces.length > 1)
    if (found !== null) return found.entries[0] ?? null
  }
  return null
}

/** A caller that has nothing yet may have the last place of its workspace, and that alone. */
function nextCaller(
  { callers, running }: WorkspaceState,
  { perWorkspace, perCaller }: QueueLimits,
  hasCompany: boolean,
): CallerState | null {
  if (running >= perWorkspace) return null
  const most = hasCompany ? Math.ceil(perCaller / 2) : perCaller
  const room = Math.min(perWorkspace - 1, hasCompany ? Math.max(most, Math.ceil(perWorkspace / 2)) : Infinity)
  const waiting = [...callers.values()].filter((one) => one.waiting > 0).sort(byShare)
  return waiting.find((one) => one.running === 0 || (one.running < most && running < room)) ?? null
}
