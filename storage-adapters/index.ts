import type { Plugin } from '../contract/index.js'
import { clickhouse } from './clickhouse/plugin.js'
import { duckdb } from './duckdb/plugin.js'
import { postgres } from './postgres/plugin.js'

/** The built-in storages: the only file that names them all. */
export const builtInStorages: readonly Plugin[] = [clickhouse, postgres, duckdb]
