import { insert } from '../memory/insert.js'

/** Planted: opening ClickHouse knows another adapter. */
export const clickhouse = insert
