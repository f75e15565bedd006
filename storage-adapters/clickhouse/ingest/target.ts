import type { ClickHouseClient, ClickHouseSettings } from '@clickhouse/client'
import type { WorkspaceDatabase } from '../cluster/database.js'

/** Where rows are stored, and the settings for inserting them and for looking up repeats. */
export interface Target {
  readonly client: ClickHouseClient
  readonly database: WorkspaceDatabase
  readonly settings: { readonly inserting: ClickHouseSettings; readonly reading: ClickHouseSettings }
}
