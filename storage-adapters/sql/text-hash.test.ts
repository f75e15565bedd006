import { createHash } from 'node:crypto'
import t from 'tap'
import { textHash } from './text-hash.js'

t.test('a hash is the first 64 bits of MD5', (t) => {
  const texts = ['', 'a', 'abc', 'é', '😀', 'import-'.padEnd(39, '0123456789abcdef'), 'x'.repeat(1_000)]
  for (let length = 50; length < 70; length++) texts.push('y'.repeat(length))
  for (let n = 0; n < 500; n++) texts.push(`message ${n * 7_919}`)
  for (const text of texts) {
    const digest = createHash('md5').update(text).digest()
    t.equal(textHash(text), digest.readBigUInt64BE(0).toString(), text.slice(0, 20))
    t.equal(textHash(text, true), digest.readBigInt64BE(0).toString())
  }
  t.end()
})
