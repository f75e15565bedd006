import { DuckDBInstance } from '@duckdb/node-api'
import type { Row } from '../../contract/index.js'

/**
 * DuckDB as its users start it, with the settings it comes with, in a process of its own so that its processor time is
 * measured alone.
 */
export interface RivalAnswer {
  readonly rows: readonly Row[]
  /** Milliseconds of this process's processor time, the reading of the rows included. */
  readonly cpu: number
  readonly error?: string
}

const connection = await (await DuckDBInstance.create()).connect()

async function answer(statement: string): Promise<RivalAnswer> {
  const before = process.cpuUsage()
  try {
    const rows = (await connection.runAndReadAll(statement)).getRowObjectsJson() as readonly Row[]
    const { user, system } = process.cpuUsage(before)
    return { rows, cpu: (user + system) / 1000 }
  } catch (error) {
    return { rows: [], cpu: 0, error: String(error) }
  }
}

process.on('message', (statement: string) => {
  void answer(statement).then((found) => process.send?.(found))
})
