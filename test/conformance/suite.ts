import t from 'tap'
import type { AnalyticsStore } from '../../core/contract/index.js'
import { testService, type TestService, type TestWorkspace } from '../support/service.js'
import { readCases, type Case } from './case-files.js'
import { misfit } from './fits.js'

/**
 * Runs every case file against a service over this store, through HTTP alone: events in, query, comparison.
 */
export async function conformance(
  target: string,
  makeStore: (recordsUrl: string) => AnalyticsStore,
  recordServer?: string,
  /** Removes all rows, so that all cases share a workspace where creating one is slow. */
  empty?: () => Promise<void>,
): Promise<void> {
  const service = await testService(t, {
    store: { name: target, make: makeStore },
    ...(recordServer === undefined ? {} : { recordServer }),
  })
  const shared = empty === undefined ? null : await service.workspace()
  for (const { area, cases } of readCases())
    await t.test(`${target}: ${area}`, async (t) => {
      for (const one of cases) {
        await empty?.()
        const { status, body } = await ask(service, shared ?? (await service.workspace()), one)
        const fill = one.decisions?.includes('fill') === true
        const wrong = status === (one.status ?? 200) ? misfit(one.expect, body, fill) : `status ${status}`
        t.equal(wrong, null, `${one.name}: ${one.why}`, { answer: JSON.stringify(body).slice(0, 2_000) })
      }
    })
}

async function ask(
  service: TestService,
  workspace: TestWorkspace,
  one: Case,
): Promise<{ status: number; body: unknown }> {
  const { events = [], logs = [], metrics = [] } = one
  const sent = { events: events.map((event) => ({ type: 'track', ...event })), logs, metrics }
  for (const [kind, lines] of Object.entries(sent)) {
    if (lines.length === 0) continue
    const body = lines.map((line) => JSON.stringify(line)).join('\n')
    const stored = await service.call('POST', `/v1/${kind}`, { body, token: workspace.ingestKey })
    if (stored.status !== 202) throw new Error(`${kind} were not stored: ${JSON.stringify(stored.body)}`)
  }
  service.setClock(one.now === undefined ? null : Date.parse(one.now))
  const { method, path, query, body } = one.request
  const answer = await service.call(method, encodeURI(path), {
    workspace: workspace.id,
    ...(query === undefined ? {} : { query }),
    ...(body === undefined ? {} : { body }),
  })
  service.setClock(null)
  return answer
}
