/** The name of the view in plans, reports and explanations. */
export const deviceDays = 'device_days'

/** The days of a row: bits of a bigint without its sign, the first day of a block as bit 0. */
export const blockDays = 60

/** The version of the table's shape; another shape gets another number and a new table. */
const generation = 1

/** The qualified table: "w7".device_days_v1. */
export const daysTable = (schema: string): string => `${schema}.${deviceDays}_v${generation}`

/**
 * The statements that create the table. A row has a device's days within a block of days since 1970, and the person that the
 * device belongs to now: a link changes the rows of its device. Example, a device of user 7 that was active on days 61 and 63:
 *
 *     block   device   person   days
 *     1       3        7        0b1010
 *
 * The key begins with the block, so that new rows are written at the end of the index. Pages have room for new versions.
 */
export const daysStatement = (schema: string): string => `
CREATE TABLE IF NOT EXISTS ${daysTable(schema)} (block integer NOT NULL, device bigint NOT NULL, person bigint NOT NULL,
    days bigint NOT NULL, PRIMARY KEY (block, device)) WITH (fillfactor = 80);
CREATE TABLE IF NOT EXISTS ${schema}.${lateDays} (day date PRIMARY KEY, since timestamptz NOT NULL);`

/** The table of days with events of large batches that are not counted yet, and when the last of them came. */
export const lateDays = 'late_days'

/** The SQL of the number of a day since 1970. */
export const numberOf = (day: string): string => `(${day} - DATE '1970-01-01')`

/** A SELECT of the days of `rows`, whose column `n` is the number of a day: `block`, the further columns, and `days`. */
export const blocksOf = (rows: string, ...columns: readonly string[]): string =>
  `SELECT ${['n / ' + String(blockDays) + ' AS block', ...columns].join(', ')}, bit_or(1::bigint << n % ${blockDays}) AS days
    FROM ${rows} GROUP BY ${[1, ...columns].join(', ')}`

/** A SELECT of the days of the devices of events. */
export const marksOf = (events: string): string =>
  blocksOf(`(SELECT ${numberOf('day')} AS n, device FROM ${events}) AS e`, 'device')

/** A SELECT of `day` and the further columns, for each day of `rows` with `block` and `days`. */
export const eachDay = (rows: string, ...columns: readonly string[]): string =>
  `SELECT ${[`DATE '1970-01-01' + block * ${blockDays} + bit AS day`, ...columns].join(', ')}
    FROM ${rows}, generate_series(0, ${blockDays - 1}) AS bit WHERE days >> bit & 1 = 1`

/** A statement that adds the days of events to the rows of their devices. Rows that are right already are not written. */
export const addDays = (schema: string, events: string): string => `INSERT INTO ${daysTable(schema)} AS old
    SELECT m.block, m.device, coalesce(l.actor, m.device), m.days FROM (${marksOf(events)}) AS m
    LEFT JOIN ${schema}.device_links AS l ON l.device = m.device
    ON CONFLICT (block, device) DO UPDATE SET days = old.days | excluded.days, person = excluded.person
    WHERE old.days | excluded.days <> old.days OR old.person <> excluded.person`

/** A statement that removes days from rows; `days` has rows with `block`, `days` and perhaps `device`. */
export const removeDays = (schema: string, days: string, ...by: readonly Key[]): string =>
  `UPDATE ${daysTable(schema)} AS d SET days = d.days & ~c.days FROM (${days}) AS c WHERE ${sameKey(by)} AND d.days & c.days <> 0`

/** A statement that removes rows without days, of the keys of `days`. */
export const dropEmpty = (schema: string, days: string, ...by: readonly Key[]): string =>
  `DELETE FROM ${daysTable(schema)} AS d USING (SELECT DISTINCT ${by.join(', ')} FROM (${days}) AS k) AS c WHERE ${sameKey(by)} AND d.days = 0`

type Key = 'block' | 'device'

const sameKey = (by: readonly Key[]): string => by.map((key) => `d.${key} = c.${key}`).join(' AND ')
