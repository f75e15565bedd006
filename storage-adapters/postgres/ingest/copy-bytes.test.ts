import t from 'tap'
import { CopyBytes } from './copy-bytes.js'

const written = (write: (out: CopyBytes) => void, expected = 0): Buffer => {
  const out = new CopyBytes(expected)
  write(out)
  return Buffer.concat([...out.takeFull(), ...out.end()])
}

t.test('rows have a header, their number of values each, and an end', (t) => {
  const bytes = written((out) => {
    out.begin()
    for (const value of ['a', null]) {
      out.row(2)
      out.text(value)
      out.json('{}')
    }
    out.finish()
  })
  const header = '5047434f50590aff0d0a00' + '00000000' + '00000000'
  const rows =
    '0002' + '00000001' + '61' + '00000003' + '017b7d' + '0002' + 'ffffffff' + '00000003' + '017b7d'
  t.equal(bytes.toString('hex'), header + rows + 'ffff')
  t.end()
})

t.test('integers are eight bytes, big-endian, in two’s complement', (t) => {
  for (const value of [0, 1, 255, 2 ** 31, 2 ** 32 + 7, 1_767_225_600_000, 2 ** 53 - 1, -1, -(2 ** 40) - 3]) {
    const bytes = written((out) => {
      out.integer(value)
    })
    t.equal(bytes.readInt32BE(), 8)
    t.equal(bytes.readBigInt64BE(4), BigInt(value))
  }
  const words = written((out) => {
    out.words(0x89abcdef, 0xf1234567)
  })
  t.equal(words.toString('hex'), '00000008f123456789abcdef')
  t.end()
})

t.test('days count from 2000', (t) => {
  for (const [day, expected] of [
    ['2000-01-01', 0],
    ['2000-01-02', 1],
    ['1970-01-01', -10_957],
    ['2026-11-27', 9_827],
  ] as const) {
    const bytes = written((out) => {
      out.day(Date.parse(day) / 86_400_000)
    })
    t.same([bytes.readInt32BE(), bytes.readInt32BE(4)], [4, expected])
  }
  t.end()
})

t.test('doubles may be null, and 0 has no sign', (t) => {
  const bytes = written((out) => {
    for (const value of [1.5, null, -0]) out.double(value)
  })
  t.equal(bytes.toString('hex'), '000000083ff8000000000000' + 'ffffffff' + '000000080000000000000000')
  t.end()
})

t.test('arrays have a dimension unless they are empty', (t) => {
  const bytes = written((out) => {
    out.doubles([1.5, null])
    out.doubles([])
  })
  const values = '000000083ff8000000000000' + 'ffffffff'
  const array = '00000024' + '00000001' + '00000001' + '000002bd' + '00000002' + '00000001' + values
  t.equal(bytes.toString('hex'), array + '0000000c' + '00000000' + '00000000' + '000002bd')
  t.end()
})

t.test('strings follow their length in UTF-8, however long, also over several buffers', (t) => {
  const texts = ['', 'a', 'é', '😀', 'z'.repeat(64), 'z'.repeat(65), 'é'.repeat(64), '中'.repeat(6_000)]
  texts.push('z'.repeat(20_000), '中'.repeat(40_000), 'x'.repeat(300_000), 'end')
  for (let n = 0; n < 5_000; n++) texts.push(`text ${n}`.repeat(n % 20))
  const bytes = written((out) => {
    for (const text of texts) out.text(text)
  })
  let at = 0
  let wrong = 0
  for (const text of texts) {
    const size = bytes.readInt32BE(at)
    if (size !== Buffer.byteLength(text)) wrong++
    if (bytes.toString('utf8', at + 4, at + 4 + size) !== text) wrong++
    at += 4 + size
  }
  t.equal(wrong, 0)
  t.equal(at, bytes.length)
  t.end()
})

t.test('a full buffer is taken once', (t) => {
  const out = new CopyBytes(10)
  const taken: Buffer[] = []
  for (let n = 0; n < 20_000; n++) {
    out.integer(n)
    taken.push(...out.takeFull())
  }
  t.ok(taken.length > 1)
  const bytes = Buffer.concat([...taken, ...out.end()])
  t.equal(bytes.length, 12 * 20_000)
  for (const n of [0, 340, 341, 6_000, 19_999]) t.equal(bytes.readBigInt64BE(12 * n + 4), BigInt(n))
  t.end()
})
