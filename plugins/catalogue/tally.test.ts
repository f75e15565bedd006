import t from 'tap'
import { BatchTally, mostValues, Tally } from './tally.js'

/** Returns numbers from 0 to 1 of a linear congruential generator (Numerical Recipes). */
function* chances(seed: number): Generator<number> {
  for (let state = seed; ;) yield (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32
}

t.test('few values are counted exactly', (t) => {
  const tally = new Tally()
  for (let n = 0; n < mostValues * 3; n++) tally.add(`value ${n % mostValues}`, 1)
  tally.cut()
  t.equal(tally.more, false)
  t.equal(tally.counts.size, mostValues)
  t.ok([...tally.counts.values()].every((rows) => rows === 3))
  t.end()
})

t.test('the frequent ones of many values are kept, with the bound of Misra and Gries', (t) => {
  const [rows, parts] = [60_000, 4]
  const exact = new Map<string, number>()
  const whole = new Tally()
  const one = Array.from({ length: parts }, () => new Tally())
  const chance = chances(7)
  for (let n = 0; n < rows; n++) {
    const drawn = chance.next().value as number
    const value = n % 3 === 0 ? `id ${n}` : `value ${Math.floor(20_000 * drawn ** 6)}`
    exact.set(value, (exact.get(value) ?? 0) + 1)
    whole.add(value, 1)
    one[n % parts]?.add(value, 1)
  }
  const merged = new Tally()
  for (const part of one) {
    part.cut()
    merged.addAll(part)
  }
  for (const tally of [whole, merged]) {
    tally.cut()
    t.equal(tally.more, true)
    t.equal(tally.counts.size, mostValues)
    for (const [value, counted] of tally.counts) {
      const missing = (exact.get(value) ?? 0) - counted
      if (missing < 0 || missing > rows / mostValues) t.fail(`${value}: ${missing} are missing`)
    }
    for (const [value, counted] of exact)
      if (counted > rows / mostValues) t.ok(tally.counts.has(value), `${value} in ${counted} rows`)
    const first = [...tally.counts].sort(([, a], [, b]) => b - a)[0]?.[0]
    t.equal(first, 'value 0')
  }
  t.end()
})

t.test('ids: the latest are kept', (t) => {
  const tally = new Tally()
  for (let n = 0; n < 10_000; n++) tally.add(`id ${n}`, 1)
  tally.cut()
  t.equal(tally.counts.size, mostValues)
  t.ok(tally.counts.has('id 9999'))
  t.notOk(tally.counts.has('id 0'))
  t.end()
})

t.test('a long value is not kept, and sets more', (t) => {
  const tally = new Tally()
  tally.add('x'.repeat(200), 1)
  t.equal(tally.more, false)
  tally.add('x'.repeat(201), 1)
  t.strictSame([tally.more, tally.counts.size], [true, 1])
  t.end()
})

t.test('one row in so many is counted, and new values in every row', (t) => {
  const some = new BatchTally({ oneIn: 16, recorded: new Set(['known']) })
  for (const drawn of [0, 1 / 16, 0.5, 0.999]) some.count('known', drawn)
  some.count('new', 0.5)
  t.strictSame(
    [...(some.found?.counts ?? [])],
    [
      ['known', 16],
      ['new', 1],
    ],
  )
  t.equal(some.reads(0.5), true)
  const few = new BatchTally({ oneIn: 16, recorded: null })
  t.strictSame([few.reads(0), few.reads(1 / 16)], [true, false])
  few.count('new', 0.5)
  t.equal(few.found, null)
  t.end()
})
