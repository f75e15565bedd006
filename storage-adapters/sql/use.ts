import type { SqlReader, WorkspaceRef } from '../../core/contract/index.js'

/** Knows when statements with a time limit begin and end in this process, and whose workspaces they are about. */
export interface StatementUse {
  during<T>(workspace: WorkspaceRef, work: () => Promise<T>): Promise<T>
  /** The id of a workspace that was asked for, else the name of its database. */
  nameOf(number: number): string
  onUse(listener: () => void): void
}

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

/** A reader whose statements are noted; an export lasts until its rows have been taken. */
export const notedReader = (sql: SqlReader, use: StatementUse): SqlReader => ({
  formats: sql.formats,
  query: (workspace, ...rest) => use.during(workspace, () => sql.query(workspace, ...rest)),
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
})
