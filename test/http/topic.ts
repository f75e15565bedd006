import type { Test } from 'tap'
import type { Called } from '../support/request.js'
import { metricService, type MetricService } from '../support/metric-service.js'
import { chosenStores, type NamedStore } from '../support/named-store.js'
import { store } from '../support/send.js'

export type Query = Readonly<Record<string, string>>
export type Line = Readonly<Record<string, unknown>>
export type Body = Called['body']

export interface Point {
  readonly date: string
  readonly value: number
  readonly dimension?: string
}

/** One topic on one store: a workspace of its own, and all responses. */
export interface TopicService {
  readonly service: MetricService
  readonly id: string
  readonly ingestKey: string
  send(lines: readonly Line[]): Promise<void>
  /** Returns a metric's response; throws on any status but 200. */
  ask(path: string, query?: Query): Promise<Body>
  /** Its points as [date, value] or [date, dimension, value]. */
  points(path: string, query?: Query): Promise<unknown[][]>
  values(path: string, query?: Query): Promise<number[]>
  total(path: string, query?: Query): Promise<number>
  /** Another workspace of the same store; its responses are not compared. */
  other(): Promise<TopicService>
}

/**
 * Runs a topic on every store at the same `now`, then compares all responses of the stores with each other.
 */
export type Topic = (
  name: string,
  now: string,
  run: (t: Test, fixture: TopicService) => Promise<void>,
) => Promise<unknown>

/**
 * One service a store, for all topics: one without records, unless another is given (testService where
 * accounts, keys or audiences are asked for).
 */
export async function openTopics(
  root: Test,
  open: (t: Test, store: NamedStore) => Promise<MetricService> = (t, store) => metricService(t, { store }),
): Promise<Topic> {
  const stores = chosenStores()
  const services = new Map<string, MetricService>()
  for (const one of stores) services.set(one.name, await open(root, one))
  return (name, now, run) =>
    root.test(name, async (t) => {
      const answers = new Map<string, Map<string, unknown>>()
      for (const [store, service] of services)
        await t.test(store, async (t) => {
          const told = new Map<string, unknown>()
          answers.set(store, told)
          service.setClock(Date.parse(now))
          await run(t, await topicServiceOf(service, told))
          service.setClock(null)
        })
      const [first, ...others] = stores.map(({ name }) => name)
      for (const other of others)
        t.strictSame(answers.get(other), answers.get(first ?? ''), `${other} answers like ${first ?? ''}`)
      t.equal(answers.size, stores.length)
    })
}

async function topicServiceOf(service: MetricService, told: Map<string, unknown>): Promise<TopicService> {
  const { id, ingestKey } = await service.workspace()
  let sent = 0
  const named = new Map<string, number>()
  /** Ids differ between stores, so each is replaced by its order of appearance. */
  const nameOf = (id: string): string => {
    named.set(id, named.get(id) ?? named.size)
    return `id ${named.get(id) ?? ''}`
  }
  const ask: TopicService['ask'] = async (path, query = {}) => {
    const answer = await service.call('GET', `/api/v1/metrics${path === '' ? '' : `/${path}`}`, {
      query,
      workspace: id,
    })
    told.set(`${sent} ${path} ${JSON.stringify(query)}`.replaceAll(/aud_[\w-]{22}/g, nameOf), answer.body)
    if (answer.status !== 200)
      throw new Error(`${path} ${JSON.stringify(query)}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const pointsOf = async (path: string, query?: Query): Promise<readonly Point[]> =>
    (await ask(path, query)).data.points as readonly Point[]
  return {
    service,
    id,
    ingestKey,
    ask,
    async send(lines) {
      await store(service, ingestKey, lines)
      sent++
    },
    points: async (path, query) =>
      (await pointsOf(path, query)).map(({ date, dimension, value }) =>
        dimension === undefined ? [date, value] : [date, dimension, value],
      ),
    values: async (path, query) => (await pointsOf(path, query)).map(({ value }) => value),
    other: () => topicServiceOf(service, new Map()),
    total: async (path, query) => Number((await ask(path, query)).data.total),
  }
}
