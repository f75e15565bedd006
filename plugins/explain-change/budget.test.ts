import t from 'tap'
import { overMemory, type AnalyticsStore } from '../../contract/index.js'
import { createMemoryStore } from '../../storage-adapters/memory/store.js'
import { metricService } from '../../test/support/metric-service.js'
import type { NamedStore } from '../../test/support/named-store.js'
import { store as send } from '../../test/support/send.js'
import { after, at, before, times } from './test-changes.js'

/** A store in memory that counts statements about several fields; without room they exceed their budget. */
function countingStore(hasRoom: boolean): { readonly store: NamedStore; readonly counted: () => number } {
  let counted = 0
  const make = (): AnalyticsStore => {
    const memory = createMemoryStore()
    return {
      ...memory,
      run(query, ...rest) {
        if (!('field' in query.columns)) return memory.run(query, ...rest)
        counted++
        return hasRoom ? memory.run(query, ...rest) : Promise.reject(overMemory('query'))
      },
    }
  }
  return { store: { name: 'memory', make, inProcess: true }, counted: () => counted }
}

const fields = Array.from({ length: 20 }, (_, index) => `p${index}`)
const properties = (value: number): object =>
  Object.fromEntries(fields.map((name, index) => [name, (value * (index + 1)) % 5]))

t.test('fields are asked together, and one by one if that exceeds the budget', async (t) => {
  const answers: unknown[] = []
  for (const [hasRoom, most] of [
    [true, 3],
    [false, 2],
  ] as const) {
    const { store, counted } = countingStore(hasRoom)
    const service = await metricService(t, { store })
    service.setClock(Date.parse('2024-05-10T12:00:00Z'))
    const { id: workspace, ingestKey } = await service.workspace()
    await send(service, ingestKey, [
      ...[1, 2, 3].flatMap((value) => times(value, at('06', 'buy', properties(value)))),
      ...[2, 3, 4].flatMap((value) => times(value, at('08', 'buy', properties(value)))),
    ])
    const ask = async (body: object): Promise<void> => {
      const asked = { metric: 'events', before, after, ...body }
      const path = '/api/v1/metrics/explain-change'
      const answer = await service.call('POST', path, { workspace, body: asked })
      t.equal(answer.status, 200, JSON.stringify(answer.body))
      answers.push(answer.body)
    }
    await ask({ fields })
    t.equal(counted(), most, hasRoom ? 'eight fields a statement' : 'no more than run at a time')
    await ask({})
  }
  t.strictSame(answers.slice(2), answers.slice(0, 2))
})
