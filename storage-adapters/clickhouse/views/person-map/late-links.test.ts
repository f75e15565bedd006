import t from 'tap'
import type { CompiledQuery, Row } from '../../../../contract/index.js'
import { lateLinks, type KnownLinks } from './late-links.js'
import { mostLate, mostRead } from './late.js'

const workspace = { id: 'ws_1', number: 1 }
const limits = { timeMs: 1_000, memoryBytes: 1_000_000, rows: 10 }

interface Link {
  readonly device: number
  readonly user: number
  readonly since: number
}
interface StoredPart {
  readonly name: string
  readonly time: number
  readonly links: readonly Link[]
}
const link = (device: number, user: number, since: number): Link => ({ device, user, since })
const part = (block: number, ...links: Link[]): StoredPart => ({
  ...{ name: `all_${block}_${block}_0`, time: block, links },
})
const later = (one: Link, other: Link): boolean =>
  one.since > other.since || (one.since === other.since && one.user > other.user)
/** A merged part has the latest link of each device. */
function merged(...parts: readonly StoredPart[]): StoredPart {
  const [first, last] = [parts[0], parts.at(-1)].map((one) => one?.name.split('_') ?? [])
  const links = parts.flatMap((one) => one.links)
  return {
    name: `all_${first?.[1] ?? ''}_${last?.[2] ?? ''}_1`,
    time: 100,
    links: links.filter((one) => !links.some((other) => other.device === one.device && later(other, one))),
  }
}

/** Devices 10, 11 and from a million on are of user 1, with the key 10, and 20 is of user 2; user 3 is not known. */
const leaders = new Map([
  [1, 10],
  [2, 20],
])
const old = part(1, link(10, 1, 5), link(11, 1, 5), link(20, 2, 5))
const map = { generation: 7, cluster: null, parts: [old] }

const isMapped = (device: number): boolean => device === 11 || device >= 1_000_000

/** Asks an engine with these parts; returns what was asked, and what was found. */
function process() {
  const asked: string[] = []
  const skipped: unknown[] = []
  let known: KnownLinks | undefined
  const state = { linksOf: () => known, keepLinks: (_: unknown, links: KnownLinks) => void (known = links) }
  async function find(
    stored: readonly StoredPart[],
    { of = map, during = stored }: { of?: typeof map; during?: readonly StoredPart[] } = {},
  ): Promise<readonly (readonly number[])[] | null> {
    const ask = ({ text, parameters }: CompiledQuery): Promise<readonly Row[]> => {
      const lists = Object.values(parameters) as (readonly unknown[])[]
      if (text.includes('_part')) {
        asked.push('links')
        skipped.push(lists[0])
        const came = stored.filter(({ name }) => lists[0]?.includes(name) !== true)
        return Promise.resolve(came.flatMap(({ links }) => links.map(shown)))
      }
      const keys = lists.map((list) => list.map(Number))
      const [isOfDevices, isOfUsers] = [text.includes("'link'"), text.includes("'leader'")]
      asked.push(isOfDevices ? 'lookup' : 'users')
      // Long lists are several parameters; users come last.
      const users = isOfUsers ? (keys.at(-1) ?? []) : []
      const devices = isOfDevices ? [...new Set(keys.slice(0, isOfUsers ? -1 : keys.length).flat())] : []
      const latest = merged(...during).links.filter(({ device }) => devices.includes(device))
      return Promise.resolve([
        ...latest.map(({ device, user, since }) => row('link', device, user, since)),
        ...devices.filter(isMapped).map((device) => row('person', device, 10)),
        ...users.flatMap((user) => (leaders.has(user) ? [row('leader', user, leaders.get(user) ?? 0)] : [])),
      ])
    }
    const parts = stored.map(({ name, time, links }) => ({ name, time, rows: links.length }))
    const found = await lateLinks(workspace, of, parts, { ask, state, limits, signal: undefined })
    return found && [...found].map(([device, { person }]) => [Number(device), Number(person)]).sort()
  }
  return { asked, skipped, find }
}
const shown = ({ device, user, since }: Link): Row => ({ device: String(device), user: String(user), since })
const row = (kind: string, key: number, value: number, since = 0): Row => ({
  ...{ kind, key: String(key), value: String(value), since },
})

t.test('a question reads the links that the one before did not see', async (t) => {
  const { asked, skipped, find } = process()
  t.same(await find([old]), [], 'nothing was linked')
  t.same(asked, [])
  const [second, third] = [part(2, link(12, 1, 6)), part(3, link(12, 2, 7), link(13, 3, 7))]
  t.same(await find([old, second]), [[12, 10]])
  t.same(await find([old, second]), [[12, 10]], 'known')
  t.same(asked, ['links', 'lookup'])
  t.same(
    await find([old, second, third]),
    [
      [12, 20],
      [13, 3],
    ],
    'replaced and added',
  )
  t.same(skipped, [['all_1_1_0'], ['all_1_1_0', 'all_2_2_0']])
  t.same(await find([old, second, third, part(4, link(11, 1, 8))]), [
    [12, 20],
    [13, 3],
  ])
  t.same(await find([old, merged(second, third, part(4, link(11, 1, 8)))]), [
    [12, 20],
    [13, 3],
  ])
  t.same(asked.slice(4), ['links', 'lookup', 'links'], 'a merged part has nothing new')
})

t.test('the latest link counts, in whatever order and part links arrive', async (t) => {
  const { asked, find } = process()
  const [second, third] = [part(2, link(20, 1, 6)), part(3, link(20, 3, 4))]
  t.same(await find([old, second]), [[20, 10]])
  t.same(await find([old, second, third]), [[20, 10]], 'an older one changes nothing')
  t.same(asked.slice(2), ['links'])
  t.same(await find([old, second, third, part(4, link(20, 2, 9))]), [], 'as in the map again')
  t.same(await find([old, second, third, part(4, link(20, 2, 9)), part(5, link(11, 3, 4))]), [])
  t.same(asked.slice(3), ['links', 'users', 'links', 'lookup'], 'the older part has a user who is known')
})

t.test('of two links at the same time, the engine tells which is the latest', async (t) => {
  const { find } = process()
  const [second, third] = [part(2, link(20, 1, 6)), part(3, link(20, 3, 6))]
  t.same(await find([old, second]), [[20, 10]])
  t.same(await find([old, second, third]), [[20, 3]])
  t.same(await find([old, second, third, part(4, link(20, 2, 6))]), [[20, 3]])
})

t.test('a link that comes while others are looked up is seen once', async (t) => {
  const { asked, find } = process()
  const [second, third] = [part(2, link(20, 1, 6)), part(3, link(20, 3, 7))]
  t.same(await find([old, second], { during: [old, second, third] }), [[20, 3]])
  t.same(await find([old, second, third]), [[20, 3]])
  t.same(asked, ['links', 'lookup', 'users', 'links'])
})

t.test('a later link of a known device replaces what is known of it', async (t) => {
  const { asked, find } = process()
  const stored = [old, part(2, link(20, 1, 6), link(11, 2, 6))]
  const both = [
    [11, 20],
    [20, 10],
  ]
  t.same(await find(stored), both)
  stored.push(part(3, link(20, 2, 7), link(11, 1, 7), link(11, 1, 7)))
  t.same(await find(stored), [], 'as in the map, in which 11 is of the person 10')
  stored.push(part(4, link(11, 3, 9), link(11, 2, 8), link(20, 1, 8), link(20, 1, 5)))
  t.same(await find(stored), [
    [11, 3],
    [20, 10],
  ])
  t.same(asked, ['links', 'lookup', 'links', 'links', 'users'], 'only the user who is new is looked up')
  stored.push(part(5, link(11, 2, 10), link(11, 3, 10)))
  t.same(await find(stored), both.with(0, [11, 3]), 'but not of two links at the same time')
  t.same(asked.slice(5), ['links', 'lookup'])
})

t.test('nothing is remembered of another generation, and of deleted links', async (t) => {
  const { skipped, find } = process()
  const second = part(2, link(12, 1, 6))
  await find([old, second])
  const rewritten = { ...part(2), name: 'all_2_2_0_9' }
  t.same(await find([old, rewritten]), [], 'links of a newer part are deleted')
  t.same(await find([old, rewritten, part(3, link(12, 2, 7))], { of: { ...map, generation: 8 } }), [[12, 20]])
  t.same(skipped, [['all_1_1_0'], ['all_1_1_0'], ['all_1_1_0']])
  t.equal(await find([second]), null, 'links under the map are deleted')
})

t.test('too many links are not looked at, and not remembered', async (t) => {
  const links = (count: number): readonly Link[] =>
    Array.from({ length: count }, (_, index) => link(index + 100, 1, 6))
  const { asked, skipped, find } = process()
  t.equal(await find([old, part(2, ...links(mostRead + 1))]), null)
  t.same(asked, [])
  t.equal(await find([old, part(2, ...links(mostLate + 1))]), null)
  t.same(await find([old, part(2, link(12, 1, 6))]), [[12, 10]])
  t.same(skipped, [['all_1_1_0'], ['all_1_1_0']])
})

t.test('links that change nothing are forgotten if they are many', async (t) => {
  const { asked, find } = process()
  const unchanged = Array.from({ length: 2 * mostLate }, (_, index) => link(index + 1_000_000, 1, 6))
  const before = [old, part(2, ...unchanged)]
  const some = part(3, ...unchanged)
  const many = part(4, ...unchanged, link(12, 1, 6))
  const last = part(5, link(12, 1, 6))
  t.same(await find(before), [])
  t.same(await find([...before, some]), [])
  t.same(asked, ['links', 'lookup', 'links'], 'known')
  t.same(await find([...before, some, many]), [[12, 10]])
  t.same(await find([...before, some, many, last]), [[12, 10]], 'what is late stays known')
  t.same(asked.slice(3), ['links', 'lookup', 'links'])
  t.same(await find([...before, some, many, last, part(6, ...unchanged.slice(0, 1))]), [[12, 10]])
  t.same(asked.slice(6), ['links', 'lookup'])
})
