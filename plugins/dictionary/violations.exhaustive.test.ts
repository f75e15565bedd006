import t from 'tap'
import '../../test/support/every-store.js'
import { eachStore } from '../../test/support/service.js'
import { store } from '../../test/support/send.js'

const root = '/api/v1/dictionary'
const names = ['a', 'b', 'c', 'it’s "odd"']
const types = ['text', 'number', 'boolean', 'time', 'json'] as const
const values = ['x', '', '2024-05-01', 0, 1.5, true, false, null, { n: 1 }, [1], [], {}]

type Value = (typeof values)[number]
interface Expected {
  readonly type: (typeof types)[number] | null
  readonly allowed: readonly (string | number | boolean)[] | null
}

/** A repeatable sequence: the same cases on each run. */
function random(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

function isOf(type: Expected['type'], value: Exclude<Value, null>): boolean {
  if (type === null) return true
  if (type === 'json') return typeof value === 'object'
  if (type === 'time') return value === '2024-05-01'
  return typeof value === (type === 'text' ? 'string' : type)
}

/** Ingestion drops members that are null or {}. */
const isNothing = (value: Value | undefined): value is null | undefined =>
  value === undefined || value === null || JSON.stringify(value) === '{}'

const kindOf = ({ type, allowed }: Expected, required: boolean, value: Value | undefined): string | null => {
  if (isNothing(value)) return required ? 'missing' : null
  if (!isOf(type, value)) return 'type'
  return allowed !== null && !allowed.includes(value as string) ? 'value' : null
}

await eachStore(t, async (t, over) => {
  over.setClock(Date.parse('2024-05-10T12:00:00Z'))
  const pick = random(7)
  const one = <T>(list: readonly T[]): T => list[pick(list.length)] as T
  for (let round = 0; round < 8; round++) {
    const { id: workspace, ingestKey } = await over.workspace()
    const expectation = (): Expected => {
      const type = pick(3) === 0 ? null : one(types)
      const fit = values.filter((value) => value !== null && typeof value !== 'object' && isOf(type, value))
      const allowed = fit.length === 0 || pick(2) === 0 ? null : [one(fit) as string]
      return { type, allowed }
    }
    const common = new Map(names.filter(() => pick(2) === 0).map((name) => [name, expectation()]))
    const own = new Map(
      ['e', 'f'].map((event) => [
        event,
        new Map(
          names
            .filter(() => pick(2) === 0)
            .map((name) => [name, { ...expectation(), required: pick(2) === 0 }]),
        ),
      ]),
    )
    const file = {
      version: 1,
      events: [...own].map(([name, properties]) => ({
        name,
        properties: [...properties].map(([property, expected]) => ({ name: property, ...expected })),
      })),
      properties: [...common].map(([name, expected]) => ({ name, ...expected })),
    }
    const loaded = await over.call('POST', `${root}/file`, { workspace, body: file })
    if (loaded.status === 422) {
      // The type of a property and the values that an event allows may contradict each other in a random file only.
      t.fail(JSON.stringify(loaded.body))
      continue
    }
    const lines = Array.from({ length: 40 }, () => ({
      event: one(['e', 'f', 'g']),
      device_id: 'd',
      timestamp: '2024-05-10T08:00:00Z',
      properties: Object.fromEntries(names.filter(() => pick(3) > 0).map((name) => [name, one(values)])),
    }))
    await store(over, ingestKey, lines)
    const counts = new Map<string, number>()
    for (const { event, properties } of lines)
      for (const name of names) {
        const mine = own.get(event)?.get(name)
        const global = common.get(name)
        const expected = {
          type: mine?.type ?? global?.type ?? null,
          allowed: mine?.allowed ?? global?.allowed ?? null,
        }
        const kind = kindOf(expected, mine?.required === true, properties[name])
        if (kind === null) continue
        const key = `${event} ${name} ${kind}`
        counts.set(key, (counts.get(key) ?? 0) + 1)
      }
    const { body } = await over.call('GET', `${root}/violations`, { workspace })
    const found = (
      body.data.violations as { event: string; property: string; kind: string; count: number }[]
    ).map(({ event, property, kind, count }) => [`${event} ${property} ${kind}`, count] as const)
    t.strictSame(new Map(found.sort()), new Map([...counts].sort()), `round ${round}`)
  }
  over.setClock(null)
})
