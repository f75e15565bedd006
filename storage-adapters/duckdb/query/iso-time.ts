const pattern =
  '^(\\d{4})-(\\d{2})-(\\d{2})(?:[T ](\\d{2}):(\\d{2})(?::(\\d{2})(?:\\.(\\d{1,9}))?)?(?:(Z)|([+-])(\\d{2}):?(\\d{2}))?)?$'

const names = ['year', 'month', 'day', 'hour', 'minute', 'second', 'fraction', 'z', 'sign', 'ahead', 'past']

const part = (name: string): string => `coalesce(try_cast(g.${name} AS BIGINT), 0)`
const [year, month, day] = [part('year'), part('month'), part('day')]
const [hour, minute, second] = [part('hour'), part('minute'), part('second')]
const leap = `((${year} % 4 = 0 AND ${year} % 100 <> 0) OR ${year} % 400 = 0)`
const monthDays = `CASE WHEN ${month} = 2 THEN CASE WHEN ${leap} THEN 29 ELSE 28 END
  WHEN ${month} IN (4, 6, 9, 11) THEN 30 ELSE 31 END`
const valid = `g.year <> '' AND ${year} >= 1 AND ${month} BETWEEN 1 AND 12 AND ${day} BETWEEN 1 AND (${monthDays})
  AND ${hour} <= 23 AND ${minute} <= 59 AND ${second} <= 59 AND ${part('ahead')} <= 23 AND ${part('past')} <= 59`
const shifted = `(${year} - CASE WHEN ${month} <= 2 THEN 1 ELSE 0 END)`
const era = `(${shifted} // 400)`
const yearOfEra = `(${shifted} - ${era} * 400)`
const dayOfYear = `((153 * (${month} + CASE WHEN ${month} > 2 THEN -3 ELSE 9 END) + 2) // 5 + ${day} - 1)`
const dayOfEra = `(${yearOfEra} * 365 + ${yearOfEra} // 4 - ${yearOfEra} // 100 + ${dayOfYear})`
const days = `(${era} * 146097 + ${dayOfEra} - 719468)`
const offset = `(CASE WHEN g.sign = '-' THEN -1 ELSE 1 END * (${part('ahead')} * 60 + ${part('past')}))`
const millis = `coalesce(try_cast(left(g.fraction || '000', 3) AS BIGINT), 0)`
const value = `((${days} * 24 + ${hour}) * 60 + ${minute} - ${offset}) * 60000 + ${second} * 1000 + ${millis}`

/**
 * The macro sextant_iso_time(text): milliseconds since 1970 of an ISO 8601 date or date-time; null for any
 * other string. Counts days by Howard Hinnant's days_from_civil
 * (howardhinnant.github.io/date_algorithms.html). Example:
 *
 *   '2024-02-29T01:00+01:00' → 1709164800000    '2023-02-29' → null    '2024-1-1' → null
 */
export const iso8601Macro = `CREATE OR REPLACE MACRO sextant_iso_time(text) AS list_transform(
  [regexp_extract(coalesce(text, ''), '${pattern}', [${names.map((name) => `'${name}'`).join(', ')}])],
  lambda g: CASE WHEN ${valid} THEN ${value} END)[1]`
