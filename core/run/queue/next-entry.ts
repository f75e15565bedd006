import type { CallerState, Entry, QueueLimits, Share, WorkspaceState } from './types.js'

/**
 * Less time spent first; on ties the one with the earlier last turn. With equal costs this is round robin.
 */
const byShare = (a: Readonly<Share>, b: Readonly<Share>): number =>
  a.spent - b.spent || a.lastTurn - b.lastTurn

/**
 * Returns the entry whose turn it is, or null if none may run now. An example with 4 slots in total, 3 per
 * workspace and 2 per caller: A has 40 entries, B and C come later. The slots become A A . . → A A B . → A A
 * B C.
 *
 * The next slot that A frees stays free: while others are present, a caller has half of its slots, so that
 * the statements of others find about half of the processors idle.
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

/** A caller with nothing running may take its workspace's last slot, and only such a caller. */
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
