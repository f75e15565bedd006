import type { DuckDBConnection } from '@duckdb/node-api'
import {
  commentOf,
  type JsonTable,
  isPromotedName,
  type PlacedColumn,
  parsedObject,
  type PromotedColumn,
  type PromotedTables,
  promotedTableNames,
  type StoredColumns,
  type WorkspaceRef,
} from 'sextant/storage'
import { schemaOf } from '../tables.js'
import type { Turns } from '../turns.js'
import { duckdbColumns, literal, valueOf } from './columns.js'

/** The promoted columns of all workspaces of a database, of which this process is the only writer. */
export interface DuckDbPromoted extends PromotedTables {
  forget(workspace: WorkspaceRef): Promise<void>
}

interface Options {
  readonly withConnection: <T>(work: (connection: DuckDBConnection) => Promise<T>) => Promise<T>
  readonly turns: Turns
}

/** Rows that are filled in one turn: a row group of the engine, so that an append waits for a tenth of a second. */
const filledAtOnce = 122_880

const nothingStored: StoredColumns = { columns: [], former: [] }

export function duckdbPromoted({ withConnection, turns }: Options): DuckDbPromoted {
  /** What the tables of all workspaces have; null before the first use, and after a change that failed. */
  let known: Promise<Map<number, StoredColumns>> | null = null
  const all = async (): Promise<Map<number, StoredColumns>> => {
    const reading = (known ??= withConnection(readAll))
    return reading.catch((error: unknown) => {
      if (known === reading) known = null
      throw error
    })
  }
  const read = async ({ number }: WorkspaceRef): Promise<StoredColumns> =>
    (await all()).get(number) ?? nothingStored

  /** Runs statements in the workspace's turn and in one transaction, and notes what the tables have then. */
  const change = (
    workspace: WorkspaceRef,
    statements: readonly string[],
    changed: (before: StoredColumns) => StoredColumns,
  ): Promise<void> =>
    turns.next(workspace.number, async () => {
      const before = await read(workspace)
      try {
        await withConnection((connection) => connection.run(`BEGIN; ${statements.join('; ')}; COMMIT`))
      } catch (error) {
        known = null
        throw error
      }
      // A change of another workspace that failed meanwhile may have made the columns be read again.
      const columns = await all()
      columns.set(workspace.number, changed(before))
    })
  const commented = (workspace: WorkspaceRef, column: PromotedColumn, whole: boolean): string =>
    `COMMENT ON COLUMN ${placeOf(workspace, column)} IS ${literal(commentOf(column, { whole }))}`

  return {
    read,
    async forget({ number }) {
      if (known !== null) (await all()).delete(number)
    },
    rows: (workspace, table) =>
      withConnection(async (connection) => {
        const found = await connection.runAndReadAll(`SELECT count(*) FROM ${schemaOf(workspace)}.${table}`)
        return Number(found.getRows()[0]?.[0] ?? 0)
      }),
    async add(workspace, column) {
      const expression = duckdbColumns.expressionOf(column.key)
      if (expression === null) return
      const { type } = expression
      const made = { ...column, type, everywhere: true, whole: false, busy: false }
      await change(
        workspace,
        [
          `ALTER TABLE ${schemaOf(workspace)}.${column.table} ADD COLUMN "${column.name}" ${type}`,
          commented(workspace, column, false),
        ],
        ({ columns, former }) => ({ columns: [...columns, made], former }),
      )
    },
    /**
     * ALTER COLUMN … USING would be one statement, but the engine (1.5) cannot repeat it from its log: after a kill the
     * database would not open any more.
     */
    async fill(workspace, columns, over = () => false) {
      for (const table of promotedTableNames) {
        const empty = (await read(workspace)).columns.filter(
          (one) => one.table === table && !one.whole && columns.some((other) => isSame(one, other)),
        )
        if (empty.length === 0) continue
        const values = empty.map(({ key, name }) => `"${name}" = ${valueOf(key)}`)
        const update = `UPDATE ${schemaOf(workspace)}.${table} SET ${values.join(', ')}`
        // Rows that are stored from now on are filled by their append.
        const rows = await withConnection((connection) => lastRow(connection, workspace, table))
        for (let from = 0; from < rows; from += filledAtOnce) {
          if (over()) return
          await turns.next(workspace.number, () =>
            withConnection((connection) =>
              connection.run(`${update} WHERE rowid >= ${from} AND rowid < ${from + filledAtOnce}`),
            ),
          )
        }
        await change(
          workspace,
          empty.map((column) => commented(workspace, column, true)),
          (before) => ({
            ...before,
            columns: before.columns.map((one) =>
              empty.some((other) => isSame(one, other)) ? { ...one, whole: true } : one,
            ),
          }),
        )
      }
    },
    async note(workspace, column) {
      const known = (await read(workspace)).columns.find((one) => isSame(one, column))
      if (known === undefined) return
      const noted = { ...known, askedOn: column.askedOn }
      await change(workspace, [commented(workspace, noted, known.whole)], (before) => ({
        ...before,
        columns: before.columns.map((one) =>
          isSame(one, column) ? { ...one, askedOn: column.askedOn } : one,
        ),
      }))
    },
    drop: (workspace, column) =>
      change(
        workspace,
        [`ALTER TABLE ${schemaOf(workspace)}.${column.table} DROP COLUMN IF EXISTS "${column.name}"`],
        ({ columns, former }) => ({
          columns: columns.filter((one) => !isSame(one, column)),
          former: former.filter((one) => !isSame(one, column)),
        }),
      ),
  }
}

const isSame = (a: PlacedColumn, b: PlacedColumn): boolean => a.table === b.table && a.name === b.name

const placeOf = (workspace: WorkspaceRef, { table, name }: PlacedColumn): string =>
  `${schemaOf(workspace)}.${table}."${name}"`

async function lastRow(
  connection: DuckDBConnection,
  workspace: WorkspaceRef,
  table: JsonTable,
): Promise<number> {
  const found = await connection.runAndReadAll(
    `SELECT coalesce(max(rowid) + 1, 0)::DOUBLE FROM ${schemaOf(workspace)}.${table}`,
  )
  return Number(found.getRows()[0]?.[0] ?? 0)
}

/** Reads the columns of all workspaces at once: the engine lists all columns of the database for each of them. */
async function readAll(connection: DuckDBConnection): Promise<Map<number, StoredColumns>> {
  const found = await connection.runAndReadAll(
    `SELECT schema_name, table_name, column_name, data_type, comment FROM duckdb_columns()
     WHERE NOT internal AND starts_with(column_name, 'property_')`,
  )
  const all = new Map<number, StoredColumns>()
  for (const [schema, table, name, type, comment] of found
    .getRows()
    .map((row) => row.map((cell) => cell?.toString() ?? ''))) {
    const number = Number(/^w(\d+)$/.exec(schema ?? '')?.[1])
    if (!Number.isInteger(number) || !isJsonTable(table) || name === undefined || !isPromotedName(name))
      continue
    const { columns, former } = all.get(number) ?? nothingStored
    const column = duckdbColumns.parseColumn(table, name, comment ?? '')
    const whole = parsedObject(comment ?? '')?.['whole'] === true
    const known = column && { ...column, type: type ?? '', everywhere: true, whole, busy: false }
    all.set(number, {
      columns: known === null ? columns : [...columns, known],
      former: known === null ? [...former, { table, name }] : former,
    })
  }
  return all
}

const isJsonTable = (name: string | undefined): name is JsonTable =>
  (promotedTableNames as readonly (string | undefined)[]).includes(name)
