import type { CallerState, Share, WorkspaceState } from './types.js'

/** Milliseconds after its last statement for which a workspace counts as present. */
const presentMs = 5_000

/** The waiting and running entries and the time spent, per workspace and per caller. */
export interface Accounts {
  readonly workspaces: ReadonlyMap<string, WorkspaceState>
  /** As of the last charge. */
  readonly now: number
  /**
   * Returns the record for a caller's entries. A newcomer starts with the least time spent by those present.
   */
  callerOf(workspace: string, caller: string): CallerState
  /** Charges running statements as time passes, not at their end: a long statement must not look free. */
  charge(): void
  /** Drops absent workspaces and callers. */
  tidy(): void
}

export function createAccounts(clock: { now(): number }): Accounts {
  const workspaces = new Map<string, WorkspaceState>()
  let now = clock.now()

  return {
    workspaces,
    get now() {
      return now
    },
    callerOf(workspaceId, callerId) {
      let workspace = workspaces.get(workspaceId)
      if (workspace === undefined) {
        workspace = { ...nothing, callers: new Map(), seen: now, lastWait: 0 }
        workspaces.set(workspaceId, workspace)
      }
      if (!isActive(workspace)) workspace.spent = Math.max(workspace.spent, leastSpent(workspaces))
      let caller = workspace.callers.get(callerId)
      if (caller === undefined) {
        caller = { ...nothing, workspace, entries: [], spent: leastSpent(workspace.callers) }
        workspace.callers.set(callerId, caller)
      }
      return caller
    },
    charge() {
      const passed = clock.now() - now
      now += passed
      for (const workspace of workspaces.values()) {
        if (!isActive(workspace)) continue
        workspace.seen = now
        workspace.spent += passed * workspace.running
        for (const caller of workspace.callers.values()) caller.spent += passed * caller.running
      }
    },
    tidy() {
      for (const [id, workspace] of workspaces) {
        for (const [callerId, caller] of workspace.callers)
          if (!isActive(caller)) workspace.callers.delete(callerId)
        if (!isActive(workspace) && now - workspace.seen > presentMs) workspaces.delete(id)
      }
    },
  }
}

const nothing: Share = { requests: 0, waiting: 0, running: 0, spent: 0, lastTurn: 0 }

const isActive = ({ waiting, running }: Share): boolean => waiting + running > 0

function leastSpent(all: ReadonlyMap<string, Share>): number {
  const active = [...all.values()].filter(isActive).map(({ spent }) => spent)
  return active.length === 0 ? 0 : Math.min(...active)
}
