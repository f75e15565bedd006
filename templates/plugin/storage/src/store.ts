import { randomUUID } from 'node:crypto'
import { createMemoryStore, type AnalyticsStore } from 'sextant/storage'
import { openJournal, type Entry } from './journal.js'

/**
 * A store of one process: every append goes to a file, and the reference store answers from memory. It keeps all promises
 * of a storage for data that fits into memory. Replace `memory` part by part: compile() and run() by an engine (the SQL
 * base of sextant/storage compiles plans), recall() and properties() by its queries.
 */
export async function createStore(path: string): Promise<AnalyticsStore> {
  const memory = createMemoryStore()
  const replay = async (entry: Entry): Promise<void> => {
    if (entry.kind === 'created') await memory.createWorkspace(entry.workspace)
    else if (entry.kind === 'dropped') await memory.dropWorkspace(entry.workspace)
    else await memory.append(entry.workspace, entry.batch)
  }
  const journal = await openJournal(path, replay)
  /** Versions never recur, also after the next start. */
  const started = randomUUID()

  const store: AnalyticsStore = {
    ...memory,
    engine: 'acme-thing',
    append: (workspace, batch) =>
      journal.write({ kind: 'appended', workspace, batch }, () => memory.append(workspace, batch)),
    createWorkspace: (workspace) =>
      journal.write({ kind: 'created', workspace }, () => memory.createWorkspace(workspace)),
    dropWorkspace: (workspace) =>
      journal.write({ kind: 'dropped', workspace }, () => memory.dropWorkspace(workspace)),
    async start(workspaces) {
      for (const workspace of workspaces) {
        const isKnown = await memory.dataVersion(workspace).then(
          () => true,
          () => false,
        )
        if (!isKnown) await store.createWorkspace(workspace)
      }
    },
    prepare: (workspaces) => store.start(workspaces),
    dataVersion: async (workspace) => `${started} ${await memory.dataVersion(workspace)}`,
    close: () => journal.close(),
  }
  return store
}
