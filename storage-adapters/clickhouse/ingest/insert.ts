import { randomUUID } from 'node:crypto'
import { ServiceError } from '../../../contract/index.js'
import { insertSettings } from '../connection.js'
import { clickhouseError } from '../errors.js'
import { filledColumns } from '../../sql/filled-columns.js'
import { nativeBlock } from './native-block.js'
import type { Column, InsertTable } from './row-format.js'
import type { WorkspaceDatabase } from '../cluster/database.js'
import type { RowsWithHashes } from '../../sql/hashed-rows.js'
import type { Target } from './target.js'
import { insertName, leaseCondition, type Lease } from './writer-lease.js'

const attempts = 3

/**
 * Inserts the rows. Retries under the same deduplication token if the storage was unavailable: the engine
 * drops the block if it is already stored.
 */
export async function insertRows(
  { requests, database, settings }: Target,
  lease: Lease | null,
  table: InsertTable<unknown>,
  rows: RowsWithHashes,
): Promise<void> {
  if (rows.rows.length === 0) return
  const token = randomUUID()
  const columns = filledColumns(table.columns, rows.rows)
  const body = await nativeBlock(columns, rows)
  for (let attempt = 1; ; attempt++) {
    try {
      await requests.insert(
        {
          text: insertStatement(database, lease, table.table, columns),
          parameters: lease === null ? {} : { epoch: lease.epoch, writer: lease.writer },
          id: insertName(database) + randomUUID(),
          settings: { ...insertSettings, ...settings.inserting, insert_deduplication_token: token },
        },
        body,
      )
      return
    } catch (error) {
      const known = clickhouseError(error)
      const broken = known instanceof ServiceError && known.code === 'UNAVAILABLE'
      if (!broken || attempt === attempts) throw error
    }
  }
}

/**
 * Returns the INSERT statement. Under a lease, rows pass through the lease's condition; without one, they go
 * straight into the table:
 *
 *   with:    INSERT INTO `w7`.events_v1 (…) SELECT … FROM input('…') WHERE throwIf((SELECT …) != (3, 'a…')) = 0 FORMAT …
 *   without: INSERT INTO `w7`.events_v1 (…) FORMAT Native
 */
function insertStatement(
  database: WorkspaceDatabase,
  lease: Lease | null,
  table: string,
  columns: readonly Column<unknown>[],
): string {
  const names = columns.map(({ name }) => name).join(', ')
  const into = `INSERT INTO ${database.name}.${table} (${names})`
  if (lease === null) return `${into} FORMAT Native`
  const structure = columns.map(({ name, type }) => `${name} ${type}`).join(', ')
  const given = `input('${structure.replaceAll("'", "\\'")}')`
  return `${into} SELECT ${names} FROM ${given} WHERE ${leaseCondition(database)} FORMAT Native`
}
