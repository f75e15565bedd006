import type { ClickHouseClient, ClickHouseSettings } from '@clickhouse/client'
import type { Place } from '../cluster/database.js'

/** Where rows go, and the settings under which they are inserted and repeats are looked up. */
export interface Target {
  readonly client: ClickHouseClient
  readonly place: Place
  readonly settings: { readonly inserting: ClickHouseSettings; readonly reading: ClickHouseSettings }
}
