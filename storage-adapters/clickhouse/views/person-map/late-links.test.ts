import t from 'tap'
import type { CompiledQuery, Row } from '../../../../contract/index.js'
import { lateLinks, type KnownLinks } from './late-links.js'
import { mostCompared, mostLate } from './late.js'

const workspace = { id: 'ws_1', number: 1 }
const limits = { timeMs: 1_000, memoryBytes: 1_000_000, rows: 10 }
const part = (block: number, rows = 1) => ({ name: `all_${block}_${block}_0`, time: block, rows })
const merged = (from: number, to: number, rows = 1) => ({ name: `all_${from}_${to}_1`, time: to, rows })
const map = { generation: 7, cluster: null, parts: [part(1)] }
const link = (device: number, person: number, before = device): Row => ({
  device: String(device),
  person: String(person),
  before: String(before),
})

/** Asks with answers of an engine; returns what was asked, and what was found. */
function process(answers: readonly (readonly Row[])[]) {
  const asked: CompiledQuery[] = []
  let known: KnownLinks | undefined
  const state = { linksOf: () => known, keepLinks: (_: unknown, links: KnownLinks) => void (known = links) }
  const ask = (query: CompiledQuery): Promise<readonly Row[]> => {
    asked.push(query)
    return Promise.resolve(answers[asked.length - 1] ?? [])
  }
  const find = async (stored: readonly ReturnType<typeof part>[], of = map) => {
    const found = await lateLinks(workspace, of, stored, { ask, state, limits, signal: undefined })
    return found && [...found].map(([device, { person }]) => [Number(device), Number(person)])
  }
  return { asked, find }
}
/** The names of parts that a statement does not read. */
const skipped = (query: CompiledQuery | undefined): unknown => Object.values(query?.parameters ?? {})[0]

t.test('a question reads the parts of links that the one before did not see', async (t) => {
  const { asked, find } = process([[link(10, 1)], [link(10, 2), link(11, 1)], [link(11, 11)]])
  t.same(await find([part(1)]), [], 'nothing was linked')
  t.equal(asked.length, 0)
  t.same(await find([part(1), part(2)]), [[10, 1]])
  t.same(skipped(asked[0]), ['all_1_1_0'])
  t.same(await find([part(1), part(2)]), [[10, 1]], 'known')
  t.equal(asked.length, 1)
  t.same(
    await find([part(1), part(2), part(3)]),
    [
      [10, 2],
      [11, 1],
    ],
    'replaced and added',
  )
  t.same(skipped(asked[1]), ['all_1_1_0', 'all_2_2_0'])
  t.match(asked[1]?.text, / OR p\.device IN /, 'known devices tell that they are as in the map again')
  t.same(await find([part(1), merged(2, 3), part(4)]), [[10, 2]], 'as in the map again')
  t.equal(asked.length, 3)
})

t.test('nothing is remembered of another generation, and of deleted links', async (t) => {
  const { asked, find } = process([[link(10, 1)], [link(12, 1)], [link(13, 1)]])
  await find([part(1), part(2)])
  const rewritten = { ...part(2), name: 'all_2_2_0_9' }
  t.same(await find([part(1), rewritten]), [[12, 1]], 'links of a newer part are deleted')
  t.same(skipped(asked[1]), ['all_1_1_0'])
  t.same(await find([part(1), rewritten], { ...map, generation: 8 }), [[13, 1]])
  t.same(skipped(asked[2]), ['all_1_1_0'])
  t.equal(await find([part(2)]), null, 'links under the map are deleted')
  t.equal(asked.length, 3)
})

t.test('too many links are not looked at, and not remembered', async (t) => {
  const many = Array.from({ length: mostLate + 1 }, (_, index) => link(index + 10, 1))
  const { asked, find } = process([many, [link(10, 1)]])
  t.equal(await find([part(1), part(2, mostCompared + 1)]), null)
  t.equal(asked.length, 0)
  t.equal(await find([part(1), part(2)]), null)
  t.same(await find([part(1), part(2)]), [[10, 1]])
  t.same(skipped(asked[1]), ['all_1_1_0'])
})
