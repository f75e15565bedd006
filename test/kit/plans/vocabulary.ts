/**
 * The names and values that random data and random plans share, so that the plans match the data; most are
 * chosen to be difficult.
 */

export const eventNames = ['open', 'buy', 'Open', 'it\'s "ö"', '😀'] as const

export const devices = ['d1', 'd2', 'D2', 'dé', 'd\uff5e', 'd😀', 'u1'] as const

/** One is also a device; two sort differently by bytes and by UTF-16 units. */
export const users = ['u1', 'u2', '\uff5e', '😀', "o'neil"] as const

/** Names whose numbers are multiples of 0.25 of moderate size: their sums are exact in any order. */
export const exactNames = ['amount', 'qty', 'a.b'] as const

export const propertyNames = [
  ...exactNames,
  'weird',
  'when',
  'plan',
  'a',
  'a.b.c',
  'list',
  'list.0',
  'a..b',
  "it's",
  'q"uo`te',
  'with space',
  'ünï😀',
  '__proto__',
  'constructor',
  'back\\slash',
  '$1',
  '{x:String}',
  '?',
] as const

export const texts = [
  'open',
  '',
  'x',
  'X',
  'é',
  '\uff5e',
  '😀',
  'a\nb',
  'true',
  '12',
  '1e21',
  "o'clock",
  '100%',
  'a_b',
  'back\\slash',
  ' padded ',
  'null',
] as const

export const isoTimes = [
  '2024-02-29',
  '2024-02-29T12:00:00Z',
  '2024-03-10 02:30',
  '2024-02-28T23:59:59.9999999+05:30',
  '1969-12-31T23:59:59.999-0100',
  '0001-01-01',
  '9999-12-31T23:59:59.999Z',
  '2023-02-29',
  '2024-13-01',
  '0000-01-01',
  '2024-01-01T24:00',
  '2024-01-01T00:00+24:00',
  '2024-01-01T00:00:00.',
] as const

export const weirdNumbers = [
  0,
  1,
  -1,
  0.1,
  -0.1,
  1e21,
  1e20,
  123456789012345680000,
  -1e21,
  1e-7,
  1e-6,
  0.000001234,
  1 / 3,
  4.35,
  1e15,
  9007199254740991,
  1e308,
  5e-324,
] as const

/** Ends of days, a leap day, changes of daylight saving, the year's end, and time 0. */
export const moments = [
  0,
  Date.UTC(2023, 11, 31),
  Date.UTC(2024, 0, 1),
  Date.UTC(2024, 1, 28),
  Date.UTC(2024, 1, 29),
  Date.UTC(2024, 2, 1),
  Date.UTC(2024, 2, 10, 7),
  Date.UTC(2024, 2, 10, 10),
  Date.UTC(2024, 2, 31, 1),
  Date.UTC(2024, 2, 31, 2),
  Date.UTC(2024, 9, 27),
] as const
