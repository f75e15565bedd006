import t, { type Test } from 'tap'
import type { AnalyticsStore } from '../../contract/index.js'
import { request, type Called } from '../support/request.js'
import { adminEmail, adminPassword, testService } from '../support/service.js'
import { store as storeEvents } from '../support/send.js'
import { everyStore } from '../support/every-store.js'
import type { NamedStore } from '../support/named-store.js'

const limits = {
  QUERY_CONCURRENCY: '4',
  QUERY_CONCURRENCY_PER_WORKSPACE: '3',
  QUERY_CONCURRENCY_PER_CALLER: '2',
  RESULT_CACHE: '0',
  // The order is tested, not the speed: no wait ends by itself, however busy the machine.
  QUERY_QUEUE_WAIT: '3600',
}
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')
const day = '2026-01-05'
const events = Array.from({ length: 20 }, (_, n) => ({
  event: 'open',
  device_id: `d${n % 5}`,
  timestamp: `${day}T10:00:00.000Z`,
}))

interface Gate {
  /** The workspace whose queries do not end before the gate opens. */
  held: string | null
  open(): void
  /** Queries of the held workspace that have begun. */
  begun: number
  /** The threads given to each of them. */
  readonly threads: (number | undefined)[]
}

function gated(make: NamedStore['make']): { readonly gate: Gate; readonly make: NamedStore['make'] } {
  let open = (): void => undefined
  const opened = new Promise<void>((resolve) => (open = resolve))
  const gate: Gate = { held: null, open: () => open(), begun: 0, threads: [] }
  return {
    gate,
    make(url): AnalyticsStore {
      const store = make(url)
      return {
        ...store,
        async run(query, given, signal) {
          if (query.workspace.id === gate.held) {
            gate.begun += 1
            gate.threads.push(given.threads)
            await opened
          }
          return store.run(query, given, signal)
        },
      }
    },
  }
}

const formula = (n: number): object => ({
  formula: letters.join('+'),
  series: letters.map((_, index) => ({
    metric: 'dau',
    range: `2025-0${1 + (n % 9)}-${10 + (index % 19)},${day}`,
  })),
})

async function until(reached: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await reached())) await new Promise((resolve) => setTimeout(resolve, 5))
}

async function setUp(t: Test, { name, make }: NamedStore, environment: Readonly<Record<string, string>>) {
  const { gate, make: makeGated } = gated(make)
  const service = await testService(t, {
    store: { name, make: makeGated },
    environment: { ...limits, ...environment },
  })
  t.teardown(() => gate.open())
  const [hog, near] = [await service.workspace(), await service.workspace()]
  for (const { ingestKey } of [hog, near]) await storeEvents(service, ingestKey, events)
  gate.held = hog.id
  const dau = (workspace: string, token = service.token): Promise<Called> =>
    service.call('GET', '/api/v1/metrics/dau', { workspace, token, query: { range: `${day},${day}` } })
  const flood = (requests: number): Promise<Called>[] =>
    Array.from({ length: requests }, (_, n) =>
      service.call('POST', '/api/v1/metrics/formula', { workspace: hog.id, body: formula(n) }),
    )
  const metric = async (line: string): Promise<number> => {
    const text = String((await service.call('GET', '/metrics')).body)
    return Number(
      text
        .split('\n')
        .find((one) => one.startsWith(`${line} `))
        ?.split(' ')[1],
    )
  }
  return { service, gate, hog, near, dau, flood, metric }
}

for (const store of everyStore)
  t.test(store.name, async (t) => {
    await t.test('forty formulas of one workspace hold up nobody else', async (t) => {
      const { service, gate, hog, near, dau, flood, metric } = await setUp(t, store, {})
      const waiting = flood(40)
      const early = Promise.race(waiting).then(({ status, body }) => {
        if (gate.begun < 3)
          throw new Error(`answered before the gate opened: ${status} ${JSON.stringify(body)}`)
      })
      early.catch(() => undefined)
      const flooded = until(async () => (await metric('sextant_queue_waiting{lane="questions"}')) > 900)
      await Promise.race([flooded, early])
      t.equal(gate.begun, 2, 'two places of one caller')
      t.equal(await metric('sextant_queue_running{lane="questions"}'), 2)
      t.ok(gate.threads.every((threads) => threads === undefined || threads >= 1))

      const { status, body } = await dau(near.id)
      t.same([status, body.data?.total], [200, 5], 'the neighbour asks')
      await storeEvents(service, near.ingestKey, [
        { event: 'late', device_id: 'x', timestamp: `${day}T11:00:00Z` },
      ])
      t.equal((await dau(near.id)).body.data?.total, 6, 'and stores')
      await storeEvents(service, hog.ingestKey, events.slice(0, 1))
      const login = { email: adminEmail, password: adminPassword }
      const signIn = await request(service.base, 'POST', '/api/v1/auth/login', {
        body: login,
        headers: { 'x-forwarded-for': '192.0.2.77' },
      })
      t.equal(signIn.status, 200, 'sign-in')
      t.equal(gate.begun, 2)

      const key = await service.call('POST', '/api/v1/admin/workspace/keys', {
        body: { workspace_id: hog.id, name: 'colleague', kind: 'query', role: 'viewer' },
      })
      const colleague = dau(hog.id, String(key.body.data?.key))
      const began = Promise.race([colleague.then(() => true), until(() => gate.begun === 3).then(() => true)])
      // Beside a neighbour the workspace has two slots; after a while without one, three.
      t.ok(await began, 'a colleague does not wait behind the formulas')

      gate.open()
      const answers = await Promise.all(waiting)
      t.same([...new Set(answers.map((answer) => answer.status))], [200], 'all are answered in the end')
      t.equal((await colleague).status, 200)
      t.equal(await metric('sextant_queue_waiting{lane="questions"}'), 0)
      t.equal(await metric('sextant_queue_running{lane="questions"}'), 0)
    })

    await t.test('a full queue and a long wait are 429', async (t) => {
      const { gate, near, hog, dau, flood, metric, service } = await setUp(t, store, {
        QUERY_QUEUE: '4',
        QUERY_QUEUE_WAIT: '1',
      })
      const controller = new AbortController()
      const left = fetch(`${service.base}/api/v1/metrics/dau?range=${day},${day}`, {
        headers: { authorization: `Bearer ${service.token}`, 'x-workspace-id': hog.id },
        signal: controller.signal,
      }).catch(() => 'left')
      const early = left.then((answer) => {
        throw new Error(`answered before the gate opened: ${answer instanceof Response ? answer.status : ''}`)
      })
      await Promise.race([until(() => gate.begun === 1), early])
      early.catch(() => undefined)
      // One of them gets the caller's second slot and is not answered before the gate opens; which one is a
      // race.
      const answers: Called[] = []
      for (const asked of flood(6)) void asked.then((answer) => answers.push(answer))
      await until(() => answers.length >= 4)
      const full = answers.filter(({ body }) => /QUERY_QUEUE\)/.test(String(body.message)))
      const waited = answers.filter(({ body }) => /QUERY_QUEUE_WAIT/.test(String(body.message)))
      t.ok(full.length > 0, 'half of the queue for one caller')
      t.ok(full.length + waited.length <= answers.length)
      for (const { status, body, headers } of [...full, ...waited]) {
        t.same([status, body.error], [429, 'RATE_LIMITED'])
        t.ok(Number(headers.get('retry-after')) >= 1)
      }
      t.equal((await metric('sextant_queue_rejected_total{lane="questions",reason="full"}')) > 0, true)
      t.equal((await dau(near.id)).status, 200)
      controller.abort()
      t.equal(await left, 'left')
      gate.open()
      await until(async () => (await metric('sextant_queue_waiting{lane="questions"}')) === 0)
      t.equal((await dau(hog.id)).status, 200, 'afterwards it is answered again')
    })
  })
