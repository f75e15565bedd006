import Type, { type Static } from 'typebox'
import { open, Reply, type Log } from '../contract/index.js'
import type { CoreDependencies } from './core-dependencies.js'
import { coreRoute, type CoreRoute } from './route.js'

const tag = { name: 'Operation', description: 'The state of the service and this description.' }

const Store = Type.Enum(['ok', 'unavailable'])
const ReadinessBody = Type.Object({
  status: Type.Enum(['ready', 'unavailable']),
  analytics: Store,
  records: Store,
})
type Readiness = Static<typeof ReadinessBody>
/** An error body that also says which store is unavailable. */
const NotReadyBody = Type.Interface([ReadinessBody], {
  error: Type.Literal('UNAVAILABLE'),
  message: Type.String(),
})

/** Routes about the service itself, for operators, probes and clients. */
export const systemRoutes: readonly CoreRoute[] = [
  coreRoute({
    plugin: 'core',
    definition: {
      method: 'GET',
      path: '/healthz',
      summary: 'Whether the process responds',
      tag,
      access: open,
      response: Type.Object({ status: Type.Literal('ok') }),
    },
    handle: () => Promise.resolve({ status: 'ok' } as const),
  }),
  coreRoute({
    plugin: 'core',
    definition: {
      method: 'GET',
      path: '/readyz',
      summary: 'Whether the storage responds',
      tag,
      access: open,
      response: ReadinessBody,
      otherwise: { 503: NotReadyBody },
    },
    async handle({ log }, _, core) {
      const readiness = await readinessOf(core, log)
      if (readiness.status === 'ready') return readiness
      const error = { error: 'UNAVAILABLE', message: 'the service is not ready' } as const
      return new Reply(503, { ...error, ...readiness }, { 'Retry-After': '5' })
    },
  }),
  coreRoute({
    plugin: 'core',
    definition: {
      method: 'GET',
      path: '/metrics',
      summary: 'Metrics of the service for Prometheus',
      tag,
      access: open,
      produces: ['text/plain'],
      refusals: ['UNAUTHORIZED', 'FORBIDDEN'],
    },
    handle: async (_, __, { instruments }) =>
      new Reply(200, await instruments.text(), { 'Content-Type': instruments.contentType }),
  }),
]

async function readinessOf({ analytics, records, state }: CoreDependencies, log: Log): Promise<Readiness> {
  const answers = async (name: string, store: { ping(): Promise<string> }): Promise<'ok' | 'unavailable'> => {
    try {
      await inTime(store.ping())
      return 'ok'
    } catch (err) {
      log.warn({ err, store: name }, 'the storage does not respond')
      return 'unavailable'
    }
  }
  const [first, second] = await Promise.all([answers('analytics', analytics), answers('records', records)])
  const ready = state.phase === 'ready' && first === 'ok' && second === 'ok'
  return { status: ready ? 'ready' : 'unavailable', analytics: first, records: second }
}

const patience = 5_000

/** A store that does not respond in time counts as unavailable. */
async function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no response within ${patience} ms`)), patience)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}
