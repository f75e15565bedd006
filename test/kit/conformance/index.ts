import { plainDefaults, type WorkspaceDefaults } from '../../../contract/index.js'
import { law, type Law } from '../law.js'
import type { Called, CallOptions } from '../request.js'
import { readCases, type Case } from './case-files.js'
import { misfit } from './fits.js'

/** The service under the cases: the kit's, or a whole one. */
export interface CaseService {
  call(method: string, path: string, options?: CallOptions): Promise<Called>
  workspace(): Promise<{ readonly id: string; readonly ingestKey: string }>
  defaults(workspace: { readonly id: string }, defaults: WorkspaceDefaults): Promise<void>
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

/** A workspace with the data of a case. */
interface Place {
  readonly id: string
  /** Why the data could not be stored; null if it was. */
  readonly fault: string | null
}

/**
 * The conformance cases, through HTTP alone: events in, a question, the expected answer. Run them one by one. Cases with
 * the same data ask in the same workspace.
 */
export function conformanceLaws(
  service: CaseService,
  { empty, areas }: ConformanceOptions = {},
): readonly (Law & { readonly area: string })[] {
  const placeOf = empty === undefined ? placesOf(service) : onePlaceOf(service, empty)
  return readCases()
    .filter(({ area }) => areas?.includes(area) !== false)
    .flatMap(({ area, cases }) =>
      cases.map((one) => ({
        area,
        ...law(`${area}: ${one.name} (${one.why})`, async () => broken(service, await placeOf(one), one)),
      })),
    )
}

/** A workspace for each data set. */
function placesOf(service: CaseService): (one: Case) => Promise<Place> {
  const places = new Map<string, Promise<Place>>()
  return (one) => {
    const data = dataOf(one)
    const place = places.get(data) ?? service.workspace().then((made) => placed(service, made, one))
    places.set(data, place)
    return place
  }
}

/** One workspace, emptied before each other data set. */
function onePlaceOf(service: CaseService, empty: () => Promise<void>): (one: Case) => Promise<Place> {
  let workspace: ReturnType<CaseService['workspace']> | null = null
  let last: { readonly data: string; readonly place: Promise<Place> } | null = null
  const renewed = async (one: Case): Promise<Place> => {
    await empty()
    return placed(service, await (workspace ??= service.workspace()), one)
  }
  return (one) => {
    const data = dataOf(one)
    if (last?.data !== data) last = { data, place: renewed(one) }
    return last.place
  }
}

const dataOf = ({ events, logs, metrics }: Case): string => JSON.stringify([events, logs, metrics])

async function placed(
  service: CaseService,
  { id, ingestKey }: { readonly id: string; readonly ingestKey: string },
  { events = [], logs = [], metrics = [] }: Case,
): Promise<Place> {
  const sent = { events: events.map((event) => ({ type: 'track', ...event })), logs, metrics }
  for (const [kind, lines] of Object.entries(sent)) {
    if (lines.length === 0) continue
    const body = lines.map((line) => JSON.stringify(line)).join('\n')
    const stored = await service.call('POST', `/v1/${kind}`, { body, token: ingestKey })
    if (stored.status !== 202) return { id, fault: `${kind} were not stored: ${JSON.stringify(stored.body)}` }
  }
  return { id, fault: null }
}

async function broken(service: CaseService, place: Place, one: Case): Promise<string | null> {
  if (place.fault !== null) return place.fault
  if (one.defaults === undefined) return answered(service, place, one)
  await service.defaults(place, one.defaults)
  return answered(service, place, one).finally(() => service.defaults(place, plainDefaults))
}

async function answered(service: CaseService, { id }: Place, one: Case): Promise<string | null> {
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
