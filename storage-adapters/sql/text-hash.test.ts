import { createHash } from 'node:crypto'
import t from 'tap'
import { hashInto } from './text-hash.js'

t.test('a hash is the first 64 bits of MD5', (t) => {
  const last = new Uint32Array(3)
  const texts = ['', 'a', 'abc', 'é', '😀', 'import-'.padEnd(39, '0123456789abcdef'), 'x'.repeat(1_000)]
  for (let length = 0; length < 130; length++) texts.push('y'.repeat(length), `${'~'.repeat(length)}é`)
  for (let n = 0; n < 500; n++) texts.push(`message ${n * 7_919}`)
  for (const text of texts) {
    const digest = createHash('md5').update(text).digest()
    hashInto(text, last, 1)
    t.same([...last], [0, digest.readUInt32BE(4), digest.readUInt32BE(0)], text.slice(0, 20))
    hashInto(text, last, 1, true)
    t.same([...last], [0, digest.readUInt32BE(12), digest.readUInt32BE(8)])
  }
  t.end()
})
