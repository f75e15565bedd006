import t from 'tap'
import { isNormalJson } from './normal-json.js'

const isNormal = (text: string): boolean => isNormalJson(Buffer.from(text))

t.test('what most exports write is known without being parsed', (t) => {
  const texts = [
    '{}',
    '{"plan":"pro","amount":12.5,"first":true,"last":false,"none":null}',
    '{"n":0,"m":-1,"k":123456789012345,"x":-0.5,"y":123456789.123456,"z":0.000001}',
    '{"é":"ß \u2028 \u007f"}',
  ]
  t.strictSame(
    texts.filter((text) => !isNormal(text)),
    [],
  )
  t.end()
})

const names = ['a', 'b', '', '1', 'a1', '1a', '__proto__', 'ü', 'a\\u0062', 'toJSON']
const values = [
  ...['0', '-0', '1', '-1', '00', '01', '1.0', '1.5', '0.5', '-0.5', '-0.0', '.5', '1.', '1e3', '1E3'],
  ...['1e21', '100000000000000000000', '999999999999999', '9999999999999999', '0.0000001', '0.0000015'],
  ...['123456789.123457', '1234567890.5', '0.1234567', '5e-324', '+1', '- 1', '1 ', ' 1', 'NaN', '0x1'],
  ...['true', 'false', 'null', 'tru', 'nulls', '"x"', '""', '"x', '"\\n"', '"\\u0041"', '"\n"', '"\t"'],
  ...['"💬"', '"\ud800"', '"é"', '"\u2028"', '"/"', '"\\/"', '{}', '[]', '{"a":1}', '[1]', ''],
]
const written = (text: string): string | null => {
  try {
    return JSON.stringify(JSON.parse(text))
  } catch {
    return null
  }
}

t.test('no text is taken for normal that would be written differently', (t) => {
  let normal = 0
  const check = (text: string): void => {
    // As it is read again: a half of a surrogate pair has no bytes.
    const read = Buffer.from(text).toString()
    if (!isNormal(text)) return
    normal++
    if (written(read) !== read) t.fail(text)
  }
  for (const name of names)
    for (const value of values) {
      for (const [start, end] of [
        ['{', '}'],
        ['{ ', '}'],
        ['{', ' }'],
        ['{', '}}'],
        ['{', ',}'],
        ['', ''],
      ])
        check(`${start}"${name}":${value}${end}`)
      check(`{"${name}" :${value}}`)
      for (const other of names)
        for (const last of ['1', '"x"', '{}']) check(`{"${name}":${value},"${other}":${last}}`)
    }
  for (const text of [
    '',
    '{',
    '}',
    '[]',
    'null',
    '{"a"}',
    '{"a":}',
    '{a:1}',
    '{,}',
    '{"a":1"b":2}',
    '{"a":1}{}',
  ])
    t.notOk(isNormal(text), text)
  t.ok(normal > 500, `${normal} texts`)
  t.end()
})

t.test('more names than are compared, and names of equal hashes, are left to the parser', (t) => {
  const many = (count: number) => `{${Array.from({ length: count }, (_, n) => `"n${n}":${n}`).join(',')}}`
  t.ok(isNormal(many(64)))
  t.notOk(isNormal(many(65)))
  t.notOk(isNormal('{"Aa":1,"BB":2}'))
  t.end()
})
