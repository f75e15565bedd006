import { getHeapStatistics } from 'node:v8'
import {
  notFound,
  overRows,
  workspaceExists,
  type AnalyticsStore,
  type Relation,
  type Row,
  type WorkspaceRef,
} from '../../contract/index.js'
import { checkPlan } from './check-plan.js'
import { evaluateRelation, operators } from './evaluate-relation.js'
import { groupCalls, recallFrom } from './recall.js'
import { findProperties } from './properties.js'
import { appendBatch, emptyWorkspace, type WorkspaceData } from './workspace-data.js'

/**
 * The analytics store that defines the answers of all others. It evaluates plans
 * over arrays and keeps its data in this process only. compile() throws PlanError
 * for a plan that breaks the rules of docs/operators.md.
 */
export function createMemoryStore(): AnalyticsStore {
  const workspaces = new Map<number, WorkspaceData>()
  const dataOf = ({ number }: WorkspaceRef): WorkspaceData => {
    const data = workspaces.get(number)
    if (data === undefined) throw notFound('workspace')
    return data
  }
  /**
   * The data version of each workspace. One counter serves all, so that a
   * workspace number used again starts higher.
   */
  const versions = new Map<number, number>()
  let changes = 0
  const changed = ({ number }: WorkspaceRef): void => void versions.set(number, ++changes)
  const create = (workspace: WorkspaceRef): void => {
    if (workspaces.has(workspace.number)) return
    workspaces.set(workspace.number, emptyWorkspace())
    changed(workspace)
  }
  const store: AnalyticsStore = {
    engine: 'memory',
    native: new Set(Object.keys(operators)),
    compile: (workspace, plan) => ({
      workspace,
      columns: checkPlan(plan),
      text: JSON.stringify(plan, null, 2),
      parameters: { plan },
    }),
    run: async (query, limits, signal) => {
      await Promise.resolve()
      signal?.throwIfAborted()
      const rows = evaluateRelation(query.parameters['plan'] as Relation, dataOf(query.workspace))
      if (rows.length > limits.rows) throw overRows()
      return rows.map((row) => inOrder(row, Object.keys(query.columns)))
    },
    properties: async (workspace, source, sample, _limits, signal) => {
      await Promise.resolve()
      signal?.throwIfAborted()
      return findProperties(dataOf(workspace), source, sample)
    },
    append: async (workspace, batch) => {
      await Promise.resolve()
      appendBatch(dataOf(workspace), batch)
      changed(workspace)
    },
    dataVersion: async (workspace) => {
      await Promise.resolve()
      dataOf(workspace)
      return String(versions.get(workspace.number))
    },
    recall: async (workspace, request) => {
      await Promise.resolve()
      return recallFrom(dataOf(workspace), request)
    },
    hasContexts: async (workspace) => {
      await Promise.resolve()
      return dataOf(workspace).contexts.length > 0
    },
    hasGroupCalls: async (workspace) => {
      await Promise.resolve()
      return groupCalls(dataOf(workspace)).length > 0
    },
    createWorkspace: async (workspace) => {
      await Promise.resolve()
      if (workspaces.has(workspace.number)) throw workspaceExists()
      create(workspace)
    },
    dropWorkspace: async ({ number }) => {
      await Promise.resolve()
      workspaces.delete(number)
      versions.delete(number)
    },
    start: async (refs) => {
      await Promise.resolve()
      refs.forEach(create)
    },
    capacity: () =>
      Promise.resolve({
        openFiles: null,
        memory: { used: process.memoryUsage().heapUsed, limit: getHeapStatistics().heap_size_limit },
        connections: null,
        disk: null,
        dataBytes: null,
        parts: null,
        workspaces: [],
      }),
    prepare: (refs) => store.start(refs),
    ping: () => Promise.resolve('1'),
    close: () => Promise.resolve(),
  }
  return Object.freeze(store)
}

const inOrder = (row: Row, names: readonly string[]): Row =>
  Object.freeze(Object.fromEntries(names.map((name) => [name, row[name] ?? null])))
