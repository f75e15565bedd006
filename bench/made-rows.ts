import type { ClickHouseSettings } from '@clickhouse/client'
import { ownPaths } from '../storage-adapters/clickhouse/table-settings.js'

/** Events per insert: as many as the service stores together under load. */
export const madeRows = 100_000

/**
 * Inserts the events `from` … `from + madeRows`. Each has `plan` and `total`, or every third has them if an
 * event has one property. The other names take turns, so that all are equally frequent.
 */
export function insertMade(
  table: string,
  { from, names, per, start }: { from: number; names: number; per: number; start: number },
): string {
  const others = Math.max(1, names - 2)
  const [first, count] = per === 1 ? ['n', 1] : [`n * ${per - 2}`, per - 2]
  const other = `arrayMap(i -> (2 + ((${first} + i) % ${others}) AS name,
    concat('"property_', toString(name), '":',
      if(name % 3 = 0, toString((n * 7) % 10000), concat('"value ', toString((n * 13) % 500), '"')))).2, range(${count}))`
  const plan = `concat('"plan":"', ['free', 'pro', 'team'][n % 3 + 1], '"')`
  const total = `concat('"total":', toString(n % 1000))`
  const list =
    per === 1
      ? `multiIf(n % 3 = 0, [${plan}], n % 3 = 1, [${total}], ${other})`
      : `arrayConcat([${plan}, ${total}], ${other})`
  return `INSERT INTO ${table} (timestamp, event_name, device_id, seq, properties)
    SELECT fromUnixTimestamp64Milli(${start} + n * 1000), 'view', concat('device ', toString(n % 5000)), n + 1,
      concat('{', arrayStringConcat(${list}, ','), '}')
    FROM (SELECT toInt64(number) AS n FROM numbers(${from}, ${madeRows}))`
}

/** The relevant settings of the service's own inserts; one part per insert. */
export const madeUnder: ClickHouseSettings = {
  json_type_escape_dots_in_keys: 1,
  max_dynamic_subcolumns_in_json_type_parsing: String(ownPaths),
  min_insert_block_size_rows: String(2 * madeRows),
  max_insert_block_size: String(2 * madeRows),
  max_threads: 1,
}
