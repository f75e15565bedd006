import t from 'tap'
import type { CompiledQuery, Row } from '../../../../contract/index.js'
import { countAgain, devicesOfPersons, mostRelated, type DeviceMemory, type KnownDevices } from './related.js'

const workspace = { id: 'ws_1', number: 1 }
const words = (first: bigint): readonly bigint[] => [first, 0n, 0n, 0n]

t.test('days move with their devices', (t) => {
  // Devices 1 to 3 have the days 0b001, 0b010 and 0b100; 1 is of no user, 2 and 3 are of person 2. Person 9 is the key of another user.
  const stored = new Map([
    [1n, { person: 1n, words: words(0b001n) }],
    [2n, { person: 2n, words: words(0b010n) }],
    [3n, { person: 2n, words: words(0b100n) }],
  ])
  const late = new Map([
    [1n, { before: 1n, person: 9n }],
    [2n, { before: 2n, person: 9n }],
  ])
  t.same(countAgain(new Set([1n, 2n]), stored, late), [
    { person: 1n, words: words(0n), replaces: true, linked: false },
    { person: 2n, words: words(0b100n), replaces: true, linked: false },
    { person: 9n, words: words(0b011n), replaces: false, linked: true },
  ])
  stored.delete(1n)
  const [staying] = countAgain(new Set([2n]), stored, new Map())
  t.same(staying, { person: 2n, words: words(0b110n), replaces: true, linked: false }, 'no device moves')
  t.end()
})

/** Answers with one device of each person that is asked for. */
function engine() {
  const asked: (readonly bigint[])[] = []
  let known: KnownDevices | undefined
  const memory: DeviceMemory = {
    devicesOf: () => known,
    keepDevices: (_, devices) => void (known = devices),
  }
  const find = ({ parameters }: CompiledQuery): Promise<readonly Row[]> => {
    const persons = Object.values(parameters).flat() as bigint[]
    asked.push(persons)
    return Promise.resolve(
      persons.map((person) => ({
        ...{ device: String(person), person: String(person) },
        ...{ days_0: String(person * 2n), days_1: '0', days_2: '0', days_3: '0' },
      })),
    )
  }
  const look = async (generation: number, persons: readonly bigint[]) => {
    const found = await devicesOfPersons(workspace, { generation }, new Set(persons), { find, memory })
    return (
      found &&
      [...found].map(
        ([
          device,
          {
            words: [word],
          },
        ]) => [device, word],
      )
    )
  }
  return { asked, look, known: () => known }
}

t.test('persons are looked up once in a generation', async (t) => {
  const { asked, look } = engine()
  t.same(await look(7, [1n, 2n]), [
    [1n, 2n],
    [2n, 4n],
  ])
  t.same(await look(7, [3n, 2n]), [
    [2n, 4n],
    [3n, 6n],
  ])
  t.same(await look(7, [2n]), [[2n, 4n]], 'others are not of these persons')
  t.same(asked, [[1n, 2n], [3n]])
  t.same(await look(8, [2n]), [[2n, 4n]])
  t.same(asked[2], [2n], 'in another generation they may have other devices')
})

t.test('no more devices are remembered than are counted at most', async (t) => {
  const { asked, look, known } = engine()
  const many = (first: number, count: number): readonly bigint[] =>
    Array.from({ length: count }, (_, index) => BigInt(first + index))
  t.equal((await look(7, many(1, mostRelated)))?.length, mostRelated)
  t.equal((await look(7, many(mostRelated, 2)))?.length, 2)
  t.equal(known()?.devices.size, 2, 'what the question before needed is forgotten')
  t.equal((await look(7, many(1, 1)))?.length, 1)
  t.equal(asked.length, 3)
  t.equal(await look(7, many(1, mostRelated + 1)), null)
  t.equal(asked.length, 3)
})
