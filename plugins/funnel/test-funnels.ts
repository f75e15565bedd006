import type { Test } from 'tap'
import { metricService, type MetricService } from '../../test/support/metric-service.js'
import { chosenStores } from '../../test/support/named-store.js'
import { store } from '../../test/support/send.js'
import type { Called } from '../../test/support/request.js'

interface Step {
  readonly event: string
  readonly filters?: readonly object[]
}
export interface Body {
  readonly steps: readonly Step[]
  readonly [field: string]: unknown
}
export interface Funnels {
  ask(path: string, body: Body): Promise<Called['body']>
  counts(body: Body): Promise<readonly number[]>
  rejects(body: object, says: RegExp, path?: string): Promise<void>
  people(body: Body): Promise<readonly string[]>
  total(metric: string, query: Readonly<Record<string, string>>): Promise<number>
}

export type Topic = (
  name: string,
  lines: readonly object[],
  run: (t: Test, funnels: Funnels) => Promise<void>,
) => Promise<unknown>

/** One service per store. Each topic asks all of them the same; their answers must be equal. */
export async function openTopics(root: Test): Promise<Topic> {
  const services = new Map<string, MetricService>()
  for (const one of chosenStores()) services.set(one.name, await metricService(root, { store: one }))
  return (name, lines, run) =>
    root.test(name, async (t) => {
      const answersByStore = new Map<string, unknown[]>()
      for (const [of, service] of services)
        await t.test(of, async (t) => {
          const answers: unknown[] = []
          answersByStore.set(of, answers)
          service.setClock(Date.parse('2024-06-01T12:00:00Z'))
          const { id, ingestKey } = await service.workspace()
          await store(service, ingestKey, lines)
          const call = async (path: string, body: object): Promise<Called> => {
            const answer = await service.call('POST', `/api/v1/${path}`, { workspace: id, body })
            answers.push(answer.status === 200 ? answer.body : answer.status)
            return answer
          }
          const ask: Funnels['ask'] = async (path, body) => {
            const { status, body: answer } = await call(path, { range: '2024-05-01,2024-05-31', ...body })
            if (status !== 200) throw new Error(`${path}: ${JSON.stringify(answer)}`)
            return answer
          }
          await run(t, {
            ask,
            counts: async (body) => {
              const { data } = await ask('funnels', body)
              return (data.steps as { count: number }[]).map(({ count }) => count)
            },
            people: async (body) => {
              const { data } = await ask('funnels/people', { limit: 1000, ...body })
              return (data as { device_id: string }[]).map(({ device_id }) => device_id).sort()
            },
            async rejects(body, says, path = 'funnels') {
              const { status, body: answer } = await call(path, body)
              t.equal(status, 422, JSON.stringify(body).slice(0, 100))
              t.match(answer.message, says)
            },
            async total(metric, query) {
              const { body } = await service.call('GET', `/api/v1/metrics/${metric}`, {
                workspace: id,
                query,
              })
              return Number(body.data.total)
            },
          })
          service.setClock(null)
        })
      const [memory, ...others] = [...answersByStore.keys()]
      for (const other of others)
        t.strictSame(
          answersByStore.get(other),
          answersByStore.get(memory ?? ''),
          `${other} answers like ${memory ?? ''}`,
        )
      t.equal(answersByStore.size, services.size)
    })
}

export const at = (second: number): string =>
  new Date(Date.UTC(2024, 4, 10, 12) + second * 1000).toISOString()
export const event = (device_id: string, name: string, second: number, more: object = {}): object => ({
  event: name,
  device_id,
  timestamp: at(second),
  ...more,
})
export const plan = (name: string): object => ({ properties: { plan: name } })
export const steps = (...names: readonly string[]): Body => ({
  steps: names.map((name) => ({ event: name })),
})
