import t from 'tap'
import { readItems } from './read-items.js'

t.test('others have turns while a large body with new names is read', async (t) => {
  const line = (n: number): string =>
    JSON.stringify(Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`name ${n * 20 + i}`, n])))
  const lines = Array.from({ length: 10_000 }, (_, n) => line(n))
  const body = Buffer.from(lines.join('\n'))
  let turns = 0
  let reading = true
  const count = (): void => {
    turns += 1
    if (reading) setImmediate(count)
  }
  setImmediate(count)
  const { read, faults, bytes } = await readItems(body, (item) => item)
  reading = false
  t.strictSame([read.length, faults], [10_000, []])
  // 200,000 new names take longer than a few slices on any machine.
  t.ok(turns >= 5, `${turns} turns`)
  t.ok(bytes > body.length - 10_000, 'the bytes of the lines count')
})

t.test('a line that is rejected counts for no bytes', async (t) => {
  const { read, faults, bytes } = await readItems(Buffer.from('{"a":1}\nno\n'), (item) => item)
  t.strictSame([read.length, faults.map(({ line }) => line)], [1, [2]])
  t.ok(bytes > 7 && bytes < 1_000)
})
