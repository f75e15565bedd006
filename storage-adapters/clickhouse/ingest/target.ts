import type { ClickHouseClient, ClickHouseSettings } from '@clickhouse/client'
import type { Place } from '../cluster/database.js'

/** Where rows are stored, and the settings for inserting them and for looking up repeats. */
export interface Target {
  readonly client: ClickHouseClient
  readonly place: Place
  readonly settings: { readonly inserting: ClickHouseSettings; readonly reading: ClickHouseSettings }
}
