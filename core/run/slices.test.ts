import t from 'tap'
import { createSlices } from '../../contract/index.js'

/** Counts rounds of the event loop until stopped. */
function countRounds() {
  const counted = { rounds: 0, stopped: false }
  const count = (): void => {
    if (counted.stopped) return
    counted.rounds += 1
    setImmediate(count)
  }
  setImmediate(count)
  return counted
}

t.test('a slice is over by its time, and begins again with the next turn', async (t) => {
  let now = 0
  const slices = createSlices(() => now)
  t.equal(slices.over(), false)
  now += 1
  t.equal(slices.over(), false)
  now += 1
  t.equal(slices.over(), true)
  const counted = countRounds()
  await slices.next()
  counted.stopped = true
  t.ok(counted.rounds >= 1, 'others had their turn')
  t.equal(slices.over(), false)
})

t.test('however many loops run, one of them has a slice in a round', async (t) => {
  const counted = countRounds()
  const turns: number[] = []
  const loop = async (): Promise<void> => {
    const slices = createSlices()
    for (let turn = 0; turn < 4; turn++) {
      await slices.next()
      turns.push(counted.rounds)
    }
  }
  await Promise.all([loop(), loop(), loop()])
  counted.stopped = true
  t.equal(turns.length, 12)
  t.equal(new Set(turns).size, 12, `each in a round of its own: ${turns.join()}`)
})
