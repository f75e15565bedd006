import Type from 'typebox'
import {
  batchHeader,
  ingestKey,
  keyWithoutWorkspace,
  named,
  readBatchPlace,
  type Ask,
  type PluginHost,
  type WorkspaceRef,
} from '../../contract/index.js'
import { eventReading } from './agent-line.js'
import { emptyPendingBatch, type PendingBatch } from './pending-batch.js'
import { draftOf } from './event-draft.js'
import { eventMedia, logMedia, metricMedia } from './media.js'
import {
  acknowledge,
  rejectIfNoneGood,
  readItems,
  type Acknowledged,
  type ItemsRead,
  type Outcome,
} from './read-items.js'
import { readLog } from './log-line.js'
import { readMetric } from './metric-line.js'
import { ingestPipeline, type RunMember } from './pipeline.js'
import { batchRuns } from './batch-runs.js'

const raw = { limit: 10 * 1024 * 1024, inflatedLimit: 50 * 1024 * 1024 }

const Query = Type.Object({
  token: Type.Optional(Type.String({ description: 'The ingest key, for clients that cannot set a header' })),
})

const Acknowledgement = named(
  'Acknowledgement',
  Type.Object({
    accepted: Type.Integer(),
    rejected: Type.Optional(Type.Integer()),
    errors: Type.Optional(Type.Array(Type.Object({ line: Type.Integer(), error: Type.String() }))),
    request_id: Type.String(),
  }),
)

const shared = {
  method: 'POST',
  tag: {
    name: 'Ingestion',
    description:
      'Routes that store data, authorized by an ingest key. They respond once the data is durable.',
  },
  access: ingestKey,
  query: Query,
  status: 202,
  response: Acknowledgement,
  otherwise: { 207: Acknowledgement },
} as const

/** POST /v1/events, /v1/logs and /v1/metrics. */
export function registerRoutes(host: PluginHost): void {
  host.route({
    ...shared,
    path: '/v1/events',
    raw: { ...raw, media: eventMedia },
    summary: 'Store events, identities, traits and context: JSON Lines or a JSON array',
    handle(ask, { body, headers }) {
      const { read } = ask.use(eventReading)
      const agent = headers['user-agent']
      const from = { userAgent: typeof agent === 'string' ? agent : undefined, address: ask.address }
      return store(
        ask,
        { body, headers },
        (item) => read(item, ask.now, from),
        (intake) => draftOf(intake.read),
      )
    },
  })
  host.route({
    ...shared,
    path: '/v1/logs',
    raw: { ...raw, media: logMedia },
    summary: 'Store log lines: JSON Lines or a JSON array',
    handle: (ask, { body, headers }) =>
      store(
        ask,
        { body, headers },
        (item) => readLog(item, ask.now),
        (intake) => ({ ...emptyPendingBatch, logs: intake.read }),
      ),
  })
  host.route({
    ...shared,
    path: '/v1/metrics',
    raw: { ...raw, media: metricMedia },
    summary: 'Store points of infrastructure metrics: JSON Lines or a JSON array',
    handle: (ask, { body, headers }) =>
      store(
        ask,
        { body, headers },
        (item) => readMetric(item, ask.now),
        (intake) => ({ ...emptyPendingBatch, metrics: intake.read }),
      ),
  })
}

interface Given {
  readonly body: unknown
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** Stores a body; replies only after the rows are durable. */
async function store<R>(
  ask: Ask,
  { body, headers }: Given,
  read: Parameters<typeof readItems<R>>[1],
  draft: (intake: ItemsRead<R>) => PendingBatch,
): Promise<Acknowledged> {
  const workspace = workspaceOf(ask)
  const place = readBatchPlace(headers[batchHeader])
  // What was read ends with this call: while its rows wait to be stored, the items must not fill the memory.
  const handOver = (intake: ItemsRead<R>, member?: RunMember): Stored => {
    rejectIfNoneGood(intake)
    const stored = ask.use(ingestPipeline).accept(workspace, draft(intake), intake.bytes, member)
    return { outcome: { accepted: intake.read.length, faults: intake.faults }, stored }
  }
  if (place === null) {
    const { outcome, stored } = handOver(await readItems(body, read))
    await stored
    return acknowledge(outcome, ask.requestId, namesHeader(ask, workspace))
  }
  return ask.use(batchRuns).inTurn(workspace, place, async (turn) => {
    const { outcome, stored } = await readItems(body, read).then(async (intake) => {
      await turn.come()
      // The rest of the run does not depend on a batch without a valid item.
      if (intake.read.length === 0) turn.pass()
      return handOver(intake, { run: place.run, queued: turn.pass })
    })
    await stored
    const headers = { ...namesHeader(ask, workspace), [batchHeader]: 'in-order' }
    return acknowledge(outcome, ask.requestId, headers)
  })
}

/** The outcome of a request, and a promise that resolves once its rows are stored. */
interface Stored {
  readonly outcome: Outcome
  readonly stored: Promise<void>
}

/** A header that says that new property names are stored but no longer listed. */
const namesHeader = (ask: Ask, workspace: WorkspaceRef): Readonly<Record<string, string>> =>
  ask.use(ingestPipeline).namesAreFull(workspace) ? { 'sextant-property-names': 'full (PROPERTY_NAMES)' } : {}

function workspaceOf(ask: Ask): WorkspaceRef {
  if (ask.workspace === null) throw keyWithoutWorkspace()
  return ask.workspace
}
