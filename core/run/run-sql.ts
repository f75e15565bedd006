import {
  invalid,
  type AnalyticsStore,
  type ExporterDefinition,
  type Limits,
  type SqlAsk,
  type SqlBudget,
  type SqlParameters,
  type SqlReader,
  type SqlSize,
  type StatementGuard,
  type WorkspaceRef,
} from '../../contract/index.js'
import { observed, type RunObserver } from './observed.js'
import type { FairQueue } from './queue/fair-queue.js'
import type { AskedBy } from './run-plan.js'
import { writtenFile } from './written-file.js'

/** The exporters of all plugins by name. */
export type Exporters = ReadonlyMap<
  string,
  { readonly plugin: string; readonly definition: ExporterDefinition }
>

export interface SqlDependencies {
  readonly analytics: Pick<AnalyticsStore, 'sql'>
  readonly limits: Limits
  readonly observer: RunObserver
  readonly queue: FairQueue
  readonly statementGuard: StatementGuard
  readonly exporters: Exporters
}

/**
 * Returns the SQL access of one workspace, for one request; undefined if the store has no SQL. A statement
 * holds its slot until its last row is read (a file is streamed while it is created) and the engine no longer
 * runs it, even after its client has disconnected.
 */
export function sqlIn(
  { analytics: { sql }, limits, observer, queue, statementGuard, exporters }: SqlDependencies,
  workspace: WorkspaceRef,
  by: AskedBy,
  signal: AbortSignal,
): SqlAsk | undefined {
  if (sql === undefined) return undefined
  const { timeMs, memoryBytes } = limits
  const asker = { workspace: workspace.id, ...by }
  const budget = ({ rows, bytes }: SqlSize): SqlBudget => ({ timeMs, memoryBytes, rows, bytes })

  const run = <T>(
    size: SqlSize,
    work: (budget: SqlBudget) => Promise<T>,
    endOf: (result: T, end: () => void) => T,
  ): Promise<T> =>
    queue.enter(
      asker,
      null,
      async (place) => {
        const { hold, end } = shared(() => place?.end())
        try {
          statementGuard.admitSql()
          return endOf(await observed(observer, signal, () => work({ ...budget(size), hold })), end)
        } catch (error) {
          end()
          throw error
        }
      },
      signal,
    )
  const offered = new Map([...exporters].filter(([, { definition }]) => canExport(sql, definition)))
  const exporterOf = (name: string) => {
    const found = offered.get(name)
    if (found !== undefined) return found
    const known = ['json', ...offered.keys()].join(', ')
    throw invalid('format', `format ${name} is not available on this storage; it has ${known}`)
  }
  const fileOf = async (
    { plugin, definition }: ReturnType<typeof exporterOf>,
    budget: SqlBudget,
    text: string,
    parameters: SqlParameters | undefined,
  ): Promise<AsyncIterable<Uint8Array>> => {
    if ('native' in definition)
      return sql.export(workspace, text, definition.native, budget, signal, parameters)
    const rows = await sql.rows?.(workspace, text, budget, signal, parameters)
    if (rows === undefined) throw new Error(`${definition.name} requires a storage that streams rows`)
    return writtenFile({ plugin, definition }, rows, budget)
  }
  /** Returns the parameters to pass on: none if there are none, so that the storage sees what it saw before. */
  const taken = (parameters: SqlParameters | undefined): SqlParameters | undefined => {
    if (parameters === undefined || Object.keys(parameters).length === 0) return undefined
    if (sql.takesParameters === true) return parameters
    throw invalid('parameters', 'statements of this storage take no parameters')
  }
  return Object.freeze({
    formats: [...offered.keys()],
    format: (name) => exporterOf(name).definition,
    query: (text, size, parameters) =>
      run(
        size,
        (budget) => sql.query(workspace, text, budget, signal, taken(parameters)),
        (result, end) => {
          end()
          return result
        },
      ),
    check: (text, size, parameters) =>
      run(
        size,
        async (budget) => {
          const given = taken(parameters)
          if (sql.check !== undefined) return sql.check(workspace, text, budget, signal, given)
          return (await sql.query(workspace, text, { ...budget, rows: 1 }, signal, given)).columns
        },
        (columns, end) => {
          end()
          return columns
        },
      ),
    export: (text, format, size, parameters) =>
      run(
        size,
        (budget) => fileOf(exporterOf(format), budget, text, taken(parameters)),
        (chunks, end) => endingWith(chunks, end, signal),
      ),
  } satisfies SqlAsk)
}

const canExport = (sql: SqlReader, definition: ExporterDefinition): boolean =>
  'native' in definition ? sql.formats.includes(definition.native) : sql.rows !== undefined

/**
 * Calls `release` once, after `end` and after every hold has been released; each may be called more than
 * once.
 */
function shared(release: () => void): { readonly hold: () => () => void; readonly end: () => void } {
  let holds = 0
  const hold = (): (() => void) => {
    let held = true
    holds += 1
    return () => {
      if (held && --holds === 0) release()
      held = false
    }
  }
  return { hold, end: hold() }
}

/**
 * The chunks. `end` is called after the last one, when reading stops early, and when the client disconnects.
 */
function endingWith(
  chunks: AsyncIterable<Uint8Array>,
  end: () => void,
  signal: AbortSignal,
): AsyncIterable<Uint8Array> {
  if (signal.aborted) end()
  signal.addEventListener('abort', end, { once: true })
  return {
    async *[Symbol.asyncIterator]() {
      try {
        yield* chunks
      } finally {
        signal.removeEventListener('abort', end)
        end()
      }
    },
  }
}
