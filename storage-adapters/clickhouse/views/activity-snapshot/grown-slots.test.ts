import t from 'tap'
import type { CompiledQuery, Row } from '../../../../contract/index.js'
import { dayMs } from '../../../sql/edges.js'
import { mostSlots } from './delta.js'
import { changedIn, grownIn, newEvents, type KnownSlots, type SlotMemory } from './grown-slots.js'
import { assumedSnapshot } from './snapshot.js'

const workspace = { id: 'ws_1', number: 1 }
const limits = { timeMs: 1_000, memoryBytes: 1_000, rows: 1_000 }
const month = { pairs: [], outside: [], days: { from: 10 * dayMs, to: 40 * dayMs } }
const lastWeek = { ...month, days: { from: 33 * dayMs, to: 40 * dayMs } }
const snapshot = {
  ...assumedSnapshot(0),
  parts: { events: [{ name: '202401_2_4_1', time: 1 }], links: [] },
}
const part = (name: string, rows = 10): Row => ({
  table: 'events_v1',
  name,
  time: 1,
  rows,
  first: 20,
  last: 39,
})

/** Asks for grown slots, of which each statement finds the given ones. */
function compared(found: readonly Row[], worthComparing = 5) {
  let known: KnownSlots | undefined
  const asked: CompiledQuery[] = []
  const state: SlotMemory & { worthComparing: number } = {
    worthComparing,
    slotsOf: () => known,
    keepSlots: (_, slots) => void (known = slots),
  }
  const ask = (query: CompiledQuery): Promise<readonly Row[]> => {
    asked.push(query)
    return Promise.resolve(found)
  }
  const grown = (events: readonly Row[], days = month, generation = 1) => {
    const each = { ...snapshot, generation }
    const options = { asked: [days], ask, state, limits, signal: undefined }
    return grownIn(workspace, { snapshot: each, generation: 1 }, newEvents(each, events), options)
  }
  return { grown, asked }
}

t.test('parts that were merged from known ones are told from the others', (t) => {
  const [old, inserted, both] = [part('202401_2_9_2'), part('202401_10_10_0'), part('202401_11_14_1')]
  t.same(newEvents(snapshot, [old, inserted, both]), { fresh: [inserted, both], merged: [old] })
  t.same(newEvents(assumedSnapshot(0), [old]), { fresh: [old], merged: [] })
  t.end()
})

t.test('slots are asked for again only when other parts were merged', async (t) => {
  const { grown, asked } = compared([{ slot: 900, rows: 3 }])
  t.same(await grown([part('202401_10_10_0')]), [], 'none was merged')
  t.equal(asked.length, 0)
  const old = part('202401_2_9_2')
  t.same(await grown([old, part('202401_10_10_0')]), [{ slot: 900, rows: 3 }])
  t.same(Object.values(asked[0]?.parameters ?? {}), [20, 40, ['202401_10_10_0']])
  await grown([old, part('202401_10_10_0'), part('202401_11_11_0')])
  t.equal(asked.length, 1, 'another insert')
  await grown([old], lastWeek)
  await grown([old], lastWeek)
  await grown([old])
  t.equal(asked.length, 2, 'other days')
  await grown([part('202401_2_11_3')])
  await grown([part('202401_2_11_3')], lastWeek)
  t.equal(asked.length, 4, 'another merge')
  await grown([part('202401_2_11_3')], month, 2)
  t.equal(asked.length, 5, 'another snapshot')
})

t.test('few rows, and many slots, are not compared', async (t) => {
  const few = compared([], 10)
  t.equal(await few.grown([part('202401_2_9_2')]), null)
  t.equal(few.asked.length, 0)
  const many = compared(Array.from({ length: mostSlots + 1 }, (_, slot) => ({ slot, rows: 1 })))
  for (let turn = 0; turn < 2; turn++) t.equal(await many.grown([part('202401_2_9_2')]), null)
  t.equal(many.asked.length, 1)
})

t.test('a statement is given the merged parts and their slots', (t) => {
  t.same(changedIn([part('202401_2_9_2')], [{ slot: '1800' }, { slot: '900' }]), {
    ...{ merged: ['202401_2_9_2'], slots: [900, 1800] },
  })
  t.same(changedIn([], []), { merged: [], slots: [] })
  t.end()
})
