import t from 'tap'
import { parseArray } from './arrays.js'
import { readerOf } from './cells.js'
import { distinctNames } from './encoder.js'
import { scramVerifier } from './scram.js'

t.test('cells by type', async (t) => {
  const cases: readonly (readonly [number, string, unknown])[] = [
    [16, 't', true],
    [20, '9007199254740991', 9_007_199_254_740_991],
    [20, '9007199254740993', '9007199254740993'],
    [1700, '1.50', 1.5],
    [1700, '100', 100],
    [1700, '0.000', 0],
    [1700, '0.1', 0.1],
    [1700, '12.3333333333333333', '12.3333333333333333'],
    [1700, '12345678901234567890', '12345678901234567890'],
    [1700, 'NaN', 'NaN'],
    [701, '-Infinity', '-Infinity'],
    [701, '1e+300', 1e300],
    [1184, '2026-01-31 12:00:00+00', '2026-01-31T12:00:00.000Z'],
    [1184, '2026-01-31 12:00:00.5+00', '2026-01-31T12:00:00.500Z'],
    [1114, '2026-01-31 12:00:00.12345', '2026-01-31T12:00:00.123450Z'],
    [1114, '0044-03-15 00:00:00 BC', '0044-03-15 00:00:00 BC'],
    [1184, 'infinity', 'infinity'],
    [1082, '2026-01-31', '2026-01-31'],
    [1186, '1 day 02:00:00', '1 day 02:00:00'],
    [17, '\\x00ff', '\\x00ff'],
    [3802, '{"a": [1, null]}', { a: [1, null] }],
    [114, `${'['.repeat(300)}${']'.repeat(300)}`, `${'['.repeat(300)}${']'.repeat(300)}`],
    [1016, '{1,NULL,9007199254740993}', [1, null, '9007199254740993']],
    [1009, '{"a \\"b\\"\\\\",NULL,"NULL",c,""}', ['a "b"\\', null, 'NULL', 'c', '']],
    [
      1007,
      '{{1,2},{3,4}}',
      [
        [1, 2],
        [3, 4],
      ],
    ],
    [1007, '[0:1]={1,2}', [1, 2]],
    [1007, '{}', []],
    [3807, '{"{\\"a\\": 1}",NULL}', [{ a: 1 }, null]],
    [1185, '{"2026-01-31 12:00:00+00"}', ['2026-01-31T12:00:00.000Z']],
    [600, '(1,2)', '(1,2)'],
  ]
  for (const [oid, text, cell] of cases)
    t.strictSame(readerOf(oid)(text), cell, `${oid} ${text.slice(0, 40)}`)
  t.equal(
    parseArray('no array', (text) => text),
    'no array',
  )
})

t.test('column names of a file are distinct', async (t) => {
  t.strictSame(distinctNames(['a', 'a', 'a_2', 'a']), ['a', 'a_2', 'a_2_2', 'a_3'])
})

t.test('a password as Postgres stores it', async (t) => {
  // The password `pencil` of RFC 7677's example, with its salt and keys.
  const verifier = scramVerifier('pencil', Buffer.from('W22ZaJ0SNY7soEsUEjb6gQ==', 'base64'))
  t.equal(
    verifier,
    'SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=:wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU=',
  )
})
