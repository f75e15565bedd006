import type { SqlReader, WorkspaceRef } from '../../contract/index.js'
import { rowsEnding } from './rows-ending.js'

/**
 * Notes when statements with a time limit begin and end in this process, and the workspaces that they read.
 */
export interface StatementUse {
  /** Runs the work and notifies the listeners at its start and its end. */
  during<T>(workspace: WorkspaceRef, work: () => Promise<T>): Promise<T>
  /** The id of a workspace that was used in this process; otherwise the name of its database, w<number>. */
  nameOf(number: number): string
  onUse(listener: () => void): void
}

/** A StatementUse for one store. */
export function statementUse(): StatementUse {
  const names = new Map<number, string>()
  const listeners: (() => void)[] = []
  const used = (): void => {
    for (const listener of listeners) listener()
  }
  return {
    async during({ number, id }, work) {
      names.set(number, id)
      used()
      try {
        return await work()
      } finally {
        used()
      }
    },
    nameOf: (number) => names.get(number) ?? `w${number}`,
    onUse: (listener) => void listeners.push(listener),
  }
}

/** A reader whose statements are noted; an export ends when its rows have been read. */
export const notedReader = (sql: Complete, use: StatementUse): Complete => ({
  formats: sql.formats,
  takesParameters: sql.takesParameters,
  query: (workspace, ...rest) => use.during(workspace, () => sql.query(workspace, ...rest)),
  check: (workspace, ...rest) => use.during(workspace, () => sql.check(workspace, ...rest)),
  async export(workspace, ...rest) {
    const rows = await use.during(workspace, () => sql.export(workspace, ...rest))
    return (async function* () {
      try {
        yield* rows
      } finally {
        await use.during(workspace, () => Promise.resolve())
      }
    })()
  },
  async rows(workspace, ...rest) {
    const streamed = await use.during(workspace, () => sql.rows(workspace, ...rest))
    return rowsEnding(streamed, () => void use.during(workspace, () => Promise.resolve()))
  },
})

type Complete = Required<SqlReader>
