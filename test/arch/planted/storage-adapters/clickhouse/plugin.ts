import { insert } from '../memory/insert.js'

/** Planted: the plugin of ClickHouse knows another adapter. */
export const clickhouse = insert
