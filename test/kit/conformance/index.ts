import { law, type Law } from '../law.js'
import type { Called, CallOptions } from '../request.js'
import { readCases, type Case } from './case-files.js'
import { misfit } from './fits.js'

/** The service under the cases: the kit's, or a whole one. */
export interface CaseService {
  call(method: string, path: string, options?: CallOptions): Promise<Called>
  workspace(): Promise<{ readonly id: string; readonly ingestKey: string }>
  /** Milliseconds since 1970 UTC; null for the machine's clock. */
  setClock(now: number | null): void
}

export interface ConformanceOptions {
  /**
   * Removes all rows before each case, so that all share a workspace; where creating one is slow. Each case has a
   * workspace of its own unless given.
   */
  readonly empty?: () => Promise<void>
  /** Only the cases of these areas: events, funnel, retention … */
  readonly areas?: readonly string[]
}

/** The conformance cases, through HTTP alone: events in, a question, the expected answer. Run them one by one. */
export function conformanceLaws(
  service: CaseService,
  { empty, areas }: ConformanceOptions = {},
): readonly (Law & { readonly area: string })[] {
  let shared: ReturnType<CaseService['workspace']> | null = null
  const place = async () => {
    if (empty === undefined) return service.workspace()
    await empty()
    return (shared ??= service.workspace())
  }
  return readCases()
    .filter(({ area }) => areas?.includes(area) !== false)
    .flatMap(({ area, cases }) =>
      cases.map((one) => ({
        area,
        ...law(`${area}: ${one.name} (${one.why})`, async () => broken(service, await place(), one)),
      })),
    )
}

async function broken(
  service: CaseService,
  { id, ingestKey }: { readonly id: string; readonly ingestKey: string },
  one: Case,
): Promise<string | null> {
  const { events = [], logs = [], metrics = [] } = one
  const sent = { events: events.map((event) => ({ type: 'track', ...event })), logs, metrics }
  for (const [kind, lines] of Object.entries(sent)) {
    if (lines.length === 0) continue
    const body = lines.map((line) => JSON.stringify(line)).join('\n')
    const stored = await service.call('POST', `/v1/${kind}`, { body, token: ingestKey })
    if (stored.status !== 202) return `${kind} were not stored: ${JSON.stringify(stored.body)}`
  }
  const { method, path, query, body } = one.request
  service.setClock(one.now === undefined ? null : Date.parse(one.now))
  const answer = await service
    .call(method, encodeURI(path), {
      workspace: id,
      ...(query === undefined ? {} : { query }),
      ...(body === undefined ? {} : { body }),
    })
    .finally(() => service.setClock(null))
  const fill = one.decisions?.includes('fill') === true
  const wrong =
    answer.status === (one.status ?? 200) ? misfit(one.expect, answer.body, fill) : `status ${answer.status}`
  return wrong === null ? null : `${wrong}\nanswer: ${JSON.stringify(answer.body).slice(0, 2_000)}`
}
