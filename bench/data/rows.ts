import { dataDays, dayMs, firstDataDay } from '../days.js'

/**
 * The rows of the benches, as one statement that ClickHouse evaluates: the same rows each time. The dense ones:
 *
 * Sessions are spread evenly over 90 days; their lengths are geometric, 6.5 events on average. A session's device was born a
 * while before it (exponential, 30 days on average), and among devices born in the same six hours few are very active
 * (density d^-0.5). 40 event names of log-uniform weight, 18.7 % to 0.66 %. Two fifths of the devices are linked to
 * users, some of whom have two. A fifth of a hundred properties is known to each event, half of them are there.
 */
export interface RowShape {
  readonly eventsOfSession: number
  /** Events of all for each device that is born in one slot. */
  readonly eventsOfSlotDevice: number
  /** 1: all devices of a slot are equally active; 2: few are very active (density d^-0.5). */
  readonly skew: number
}
export const dense: RowShape = { eventsOfSession: 6.5, eventsOfSlotDevice: 9_400, skew: 2 }
/** About 1.1 events of a device on a day with any: sessions of one event, few of a device, all devices alike. */
export const sparse: RowShape = { eventsOfSession: 1.06, eventsOfSlotDevice: 1_800, skew: 1 }

const slotMs = 6 * 3_600_000
export const sessionsOf = (events: number, { eventsOfSession }: RowShape = dense): number =>
  Math.round(events / eventsOfSession)

const countries = 'US DE FR GB JP BR IN CA AU IT ES NL PL SE MX KR TR ID AR ZA CH BE AT NO DK'.split(' ')
const list = (names: readonly string[]): string => `[${names.map((name) => `'${name}'`).join(', ')}]`
/** A number from 0 to 1 that depends only on the session, or on the device. */
const chance = (of: string, salt: number): string => `(sipHash64(${of}, ${salt}) / 18446744073709551616.)`
const pick = (names: readonly string[], salt: number, power = 1): string =>
  `${list(names)}[1 + toUInt8(floor(${names.length} * pow(${chance('d', salt)}, ${power})))]`

/** Names and JSON values. */
const properties: readonly (readonly [string, string])[] = [
  ['plan', pick(['"free"', '"free"', '"free"', '"pro"', '"team"'], 20)],
  ['amount', `toString((h % 40000) / 4)`],
  ['path', `concat('"/p/', toString(h % 500), '"')`],
  ['title', `concat('"Some page of the shop ', toString(h % 500), '"')`],
  ['referrer', `concat('"https://example.com/r/', toString(s % 100), '"')`],
  ['language', pick(['"en"', '"de"', '"fr"', '"ja"'], 21, 2)],
  ['campaign', `concat('"campaign ', toString(s % 40), '"')`],
  ['source', pick(['"search"', '"mail"', '"direct"'], 22)],
  ['theme', pick(['"dark"', '"light"'], 23)],
  ['experiment', `concat('"variant ', toString(d % 3), '"')`],
  ['position', `toString(h % 100)`],
  ['items', `toString(h % 7)`],
  ['duration_ms', `toString(h % 90000)`],
  ['width', `toString(300 + d % 1600)`],
  ['score', `toString((h % 1000) / 8)`],
  ['retries', `toString(h % 3)`],
  ['first', `if(h % 10 = 0, 'true', 'false')`],
  ['consent', `if(d % 3 = 0, 'false', 'true')`],
  ['beta', `if(d % 20 = 0, 'true', 'false')`],
  ['cached', `if(h % 4 = 0, 'true', 'false')`],
]
const json = `concat('{', substring(concat(${properties
  .map(([name, value], bit) => `if(bitTest(bits, ${bit}), concat(',"${name}":', ${value}), '')`)
  .join(', ')}), 2), '}')`

/**
 * The events of sessions number `from` to `to` (exclusive) of this many events: timestamp, day, event_name,
 * device_id, session_id, user_id, country, os, device_type, platform, browser, app_version, properties (JSON
 * text), seq, message.
 */
export function eventRows(events: number, from: number, to: number, shape: RowShape = dense): string {
  const { eventsOfSession, eventsOfSlotDevice, skew } = shape
  const start = firstDataDay * dayMs
  const step = (dataDays * dayMs) / sessionsOf(events, shape)
  const devicesOfSlot = Math.max(5, Math.round(events / eventsOfSlotDevice))
  const age = `-log(greatest(${chance('s', 2)}, 1e-9)) * ${30 * dayMs}`
  const length = `1 + floor(log(greatest(${chance('s', 3)}, 1e-9)) / log(1 - 1 / ${eventsOfSession}))`
  return `
    SELECT fromUnixTimestamp64Milli(ms, 'UTC') AS timestamp, toDate(timestamp) AS day,
      concat('event_', toString(toUInt8(exp(${chance('s, k', 4)} * log(41))))) AS event_name,
      lower(hex(sipHash128(d))) AS device_id, lower(hex(sipHash128(s, 'session'))) AS session_id,
      if(sipHash64(d, 7) % 5 < 2, concat('user-', toString(intDiv(d, 2)), '@example.com'), '') AS user_id,
      ${pick(countries, 10, 2)} AS country, ${pick(['iOS', 'Android', 'macOS', 'Windows'], 11)} AS os,
      ${pick(['mobile', 'desktop', 'tablet'], 12, 2)} AS device_type, ${pick(['web', 'app'], 13)} AS platform,
      ${pick(['Chrome', 'Safari', 'Firefox', 'Edge'], 14, 2)} AS browser, ${pick(['3.2.0', '3.1.4', '3.0.1', '2.9.9'], 15, 2)} AS app_version,
      ${json} AS properties, toInt64(s * 1000 + k) AS seq, sipHash64(s, k, 'message') AS message
    FROM (
      SELECT s, d, k, begun + toInt64(k) * 40000 + toInt64(h % 40000) AS ms, sipHash64(s, k) AS h, sipHash64(s, k, 8) AS bits
      FROM (
        SELECT s, begun, toUInt64((begun - ${age}) / ${slotMs}) * 1048576 + toUInt64(floor(pow(${chance('s', 1)}, ${skew}) * ${devicesOfSlot})) AS d,
          arrayJoin(range(toUInt32(${length}))) AS k
        FROM (SELECT number AS s, toInt64(${start} + number * ${step}) AS begun FROM numbers(${from}, ${to - from}))))
    WHERE ms < ${(firstDataDay + dataDays) * dayMs}`
}
