const pattern =
  '^(\\\\d{4})-(\\\\d{2})-(\\\\d{2})(?:[T ](\\\\d{2}):(\\\\d{2})(?::(\\\\d{2})(?:\\\\.(\\\\d{1,9}))?)?(?:(Z)|([+-])(\\\\d{2}):?(\\\\d{2}))?)?$'

/**
 * Returns an expression for an ISO 8601 date or date-time string in ms since 1970; null if the string is
 * invalid. Uses arithmetic, because ClickHouse's own parsers accept more than the standard, and more with
 * each version. The day number is Howard Hinnant's days_from_civil
 * (howardhinnant.github.io/date_algorithms.html). Example:
 *
 *   '2024-02-29T01:00+01:00' → 1709164800000    '2023-02-29' → null    '2024-1-1' → null
 */
export function parseIsoTime(text: string): string {
  const part = (index: number): string => `toInt64OrZero(g[${index}])`
  const [year, month, day] = [part(1), part(2), part(3)]
  const [hour, minute, second] = [part(4), part(5), part(6)]
  const leap = `((${year} % 4 = 0 AND ${year} % 100 != 0) OR ${year} % 400 = 0)`
  const monthDays = `if(${month} = 2, if(${leap}, 29, 28), if(${month} IN (4, 6, 9, 11), 30, 31))`
  const inCalendar = `${year} >= 1 AND ${month} BETWEEN 1 AND 12 AND ${day} BETWEEN 1 AND ${monthDays}`
  const onClock = `${hour} <= 23 AND ${minute} <= 59 AND ${second} <= 59 AND ${part(10)} <= 23 AND ${part(11)} <= 59`
  const shifted = `(${year} - if(${month} <= 2, 1, 0))`
  const era = `intDiv(${shifted}, 400)`
  const yearOfEra = `(${shifted} - ${era} * 400)`
  const dayOfYear = `(intDiv(153 * (${month} + if(${month} > 2, -3, 9)) + 2, 5) + ${day} - 1)`
  const dayOfEra = `(${yearOfEra} * 365 + intDiv(${yearOfEra}, 4) - intDiv(${yearOfEra}, 100) + ${dayOfYear})`
  const days = `(${era} * 146097 + ${dayOfEra} - 719468)`
  const millis = `toInt64OrZero(substring(concat(g[7], '000'), 1, 3))`
  const offset = `if(g[9] = '-', -1, 1) * (${part(10)} * 60 + ${part(11)})`
  const time = `((${days} * 24 + ${hour}) * 60 + ${minute} - ${offset}) * 60000 + ${second} * 1000 + ${millis}`
  const value = `if(notEmpty(g) AND ${inCalendar} AND ${onClock}, ${time}, NULL)`
  return `arrayElement(arrayMap(g -> ${value}, [extractGroups(ifNull(${text}, ''), '${pattern}')]), 1)`
}
