import { appendFileSync, mkdirSync, readFileSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import {
  contractNumber,
  definePlugin,
  type AnalyticsStore,
  type Batch,
  type Plugin,
  type WorkspaceRef,
} from '../../contract/index.js'
import { createMemoryStore } from '../../storage-adapters/memory/store.js'

/** A line of the file: a batch, or null for a workspace that was dropped. */
interface Line {
  readonly workspace: WorkspaceRef
  readonly batch: Batch | null
}

/**
 * The memory store, whose rows are also in a file of the directory, so that the next process has them. The file survives
 * the end of the process, not that of the machine.
 */
export async function createKeptStore(directory: string): Promise<AnalyticsStore> {
  mkdirSync(directory, { recursive: true })
  const path = join(directory, 'rows.jsonl')
  const memory = createMemoryStore()
  for (const { workspace, batch } of linesOf(path)) {
    await memory.start([workspace])
    if (batch === null) await memory.dropWorkspace(workspace)
    else await memory.append(workspace, batch)
  }
  const keep = (line: Line): void => appendFileSync(path, `${JSON.stringify(line)}\n`)
  return Object.freeze({
    ...memory,
    async append(workspace: WorkspaceRef, batch: Batch) {
      await memory.append(workspace, batch)
      keep({ workspace, batch })
    },
    async dropWorkspace(workspace: WorkspaceRef) {
      await memory.dropWorkspace(workspace)
      keep({ workspace, batch: null })
    },
  })
}

/** Returns the lines. A last one that a kill cut off is removed. */
function linesOf(path: string): readonly Line[] {
  let content: Buffer
  try {
    content = readFileSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
  const whole = content.lastIndexOf('\n') + 1
  if (whole < content.length) truncateSync(path, whole)
  const lines = content.toString('utf8', 0, whole).split('\n').slice(0, -1)
  return lines.map((line) => JSON.parse(line) as Line)
}

/** `STORAGE=memory` of `sextant dev`. */
export const keptMemory: Plugin = definePlugin({
  name: 'memory',
  contract: contractNumber,
  after: [],
  register(host) {
    host.storage({ name: 'memory', title: 'memory', open: ({ directory }) => createKeptStore(directory) })
  },
})
