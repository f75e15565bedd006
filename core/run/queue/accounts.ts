import type { CallerState, Share, WorkspaceState } from './types.js'

/** A workspace counts as present for so long after its last statement. */
const presentMs = 5_000

/** What each workspace and each of its callers has waiting, running, and spent. */
export interface Accounts {
  readonly workspaces: ReadonlyMap<string, WorkspaceState>
  /** As of the last charge. */
  readonly now: number
  /** The record to enter entries under; who had nothing here begins with the least that those who are here have spent. */
  callerOf(workspace: string, caller: string): CallerState
  /** Charges what runs as time passes, not at its end: a long statement must not look like a free one. */
  charge(): void
  /** Drops those who have left. */
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
