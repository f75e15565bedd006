import type { ClickHouseSettings } from '@clickhouse/client'
import type { WorkspaceDatabase } from '../cluster/database.js'
import type { ServerRequests } from '../server-requests.js'

/** Where rows are stored, and the settings for inserting them and for looking up repeats. */
export interface Target {
  readonly requests: ServerRequests
  readonly database: WorkspaceDatabase
  readonly settings: { readonly inserting: ClickHouseSettings; readonly reading: ClickHouseSettings }
}
