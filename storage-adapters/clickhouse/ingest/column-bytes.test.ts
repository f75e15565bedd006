import t from 'tap'
import { ColumnBytes } from './column-bytes.js'

const written = (write: (out: ColumnBytes) => void, expected = 0): Buffer => {
  const out = new ColumnBytes(expected)
  write(out)
  return Buffer.concat(out.end())
}

t.test('integers are eight bytes, little-endian, in two’s complement', (t) => {
  for (const value of [0, 1, 255, 2 ** 31, 2 ** 32 + 7, 1_767_225_600_000, 2 ** 53 - 1, -1, -(2 ** 40) - 3]) {
    const bytes = written((out) => {
      out.integer(value)
    })
    t.equal(bytes.readBigInt64LE(), BigInt(value))
  }
  t.end()
})

t.test('strings follow their length in UTF-8, however long', (t) => {
  const texts = ['', 'a', 'é', '😀', 'z'.repeat(64), 'z'.repeat(65), 'é'.repeat(64), 'z'.repeat(127)]
  texts.push('z'.repeat(128), 'é'.repeat(100), '中'.repeat(6_000), 'z'.repeat(20_000), '中'.repeat(400_000))
  texts.push('x'.repeat(3_000_000), 'end')
  const bytes = written((out) => {
    for (const text of texts) out.string(text)
  })
  let at = 0
  for (const text of texts) {
    let size = 0
    for (let shift = 0, byte = 0x80; byte > 0x7f; shift += 7) {
      byte = bytes[at++] ?? 0
      size += (byte & 0x7f) << shift
    }
    t.equal(size, Buffer.byteLength(text))
    t.ok(bytes.subarray(at, at + size).equals(Buffer.from(text)), `${text.slice(0, 3)} × ${text.length}`)
    at += size
  }
  t.equal(at, bytes.length)
  t.end()
})

t.test('values go on in the next buffer', (t) => {
  const bytes = written((out) => {
    for (let n = 0; n < 300_000; n++) out.words(n, 1)
  }, 10)
  t.equal(bytes.length, 2_400_000)
  for (const n of [0, 511, 512, 131_071, 131_072, 299_999])
    t.equal(bytes.readBigUInt64LE(8 * n), 2n ** 32n + BigInt(n))
  t.end()
})
