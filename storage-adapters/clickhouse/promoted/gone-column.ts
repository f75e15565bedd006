import { ClickHouseError } from '@clickhouse/client'

/** ClickHouse's codes for a missing column, depending on where it is noticed. */
const codes = new Set(['8', '10', '16', '47'])

export const isGoneColumn = (error: unknown): boolean =>
  error instanceof ClickHouseError && codes.has(error.code)
