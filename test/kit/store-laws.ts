import { randomInt } from 'node:crypto'
import {
  aggregate,
  builtInOperators,
  column,
  count,
  countDistinct,
  scan,
  select,
  ServiceError,
  type AnalyticsStore,
  type Batch,
  type ErrorCode,
  type EventRow,
  type Relation,
  type Row,
  type WorkspaceRef,
} from '../../contract/index.js'
import { askStore } from '../../core/run/ask-store.js'
import { expand } from '../../core/run/expand.js'
import { law, type Law } from './law.js'

const limits = { timeMs: 600_000, memoryBytes: 2_000_000_000, rows: 1_000_000 }
const operators = new Map(builtInOperators.map((operator) => [operator.name, operator]))
const total = aggregate(scan('events'), {}, { n: count() })
const persons = aggregate(scan('events'), {}, { n: countDistinct(column('person')) })

/** The promises of AnalyticsStore that no question shows: durability of appends, versions, limits, workspaces. */
export function storeLaws(store: AnalyticsStore): readonly Law[] {
  const own = (name: string, work: (place: Place) => Promise<string | null>): Law =>
    law(`${store.engine}: ${name}`, async () => {
      const number = randomInt(1, 2 ** 40)
      const workspace = { id: `ws_${number}`, number }
      await store.createWorkspace(workspace)
      try {
        return await work(placeOf(store, workspace))
      } finally {
        await store.dropWorkspace(workspace)
      }
    })
  return [
    own('an append is visible to the next question', async ({ append, number }) => {
      for (let seq = 1; seq <= 3; seq++) {
        await append([event(seq)])
        const found = await number(total)
        if (found !== seq) return `${found} rows after ${seq} appends`
      }
      return null
    }),
    own('a message counts once, in one append and in several', async ({ append, number }) => {
      const message = event(1, { message_id: 'm' })
      await append([message, { ...message, seq: 2 }])
      await append([{ ...message, seq: 3 }])
      await Promise.all([append([{ ...message, seq: 4 }]), append([{ ...message, seq: 5 }])])
      const found = await number(total)
      return found === 1 ? null : `it counts ${found} times`
    }),
    own('a link joins the devices of a person, before and after it', async ({ append, link, number }) => {
      await append([event(1, { device_id: 'a' }), event(2, { device_id: 'b' })])
      await link('a', 'u')
      await link('b', 'u')
      await append([event(3, { device_id: 'a' })])
      const found = await number(persons)
      return found === 1 ? null : `${found} persons`
    }),
    own('the data version changes with the data, and never recurs', async ({ append, version }) => {
      const seen = [await version()]
      for (let seq = 1; seq <= 3; seq++) {
        await append([event(seq)])
        seen.push(await version())
      }
      return new Set(seen).size === seen.length ? null : seen.join(', ')
    }),
    own('rows beyond the limit are a VALIDATION_ERROR', async ({ append, workspace }) => {
      await append([event(1), event(2), event(3)])
      const names = expanded(store, select(scan('events'), { name: column('event_name') }))
      const asked = askStore(store, workspace, names, { ...limits, rows: 2 })
      return rejection(asked, 'VALIDATION_ERROR')
    }),
    own('a question that is cancelled settles', async ({ append, workspace }) => {
      await append([event(1)])
      const query = store.compile(workspace, expanded(store, total))
      const signal = AbortSignal.abort()
      await store.run(query, limits, signal).catch(() => [])
      return null
    }),
    own('compile is pure', async ({ workspace }) => {
      const text = () => JSON.stringify(store.compile(workspace, expanded(store, persons)))
      return Promise.resolve(text() === text() ? null : 'two statements of one plan differ')
    }),
    own(
      'a workspace that exists is a CONFLICT, and keeps its rows',
      async ({ append, number, workspace }) => {
        await append([event(1)])
        const broken = await rejection(store.createWorkspace(workspace), 'CONFLICT')
        return broken ?? ((await number(total)) === 1 ? null : 'its rows are gone')
      },
    ),
    own('workspaces do not see each other', async ({ append, number, workspace }) => {
      const other = { id: `${workspace.id}_other`, number: workspace.number + 1 }
      await store.createWorkspace(other)
      try {
        await placeOf(store, other).append([event(1)])
        await append([event(1), event(2)])
        const found = await number(total)
        return found === 2 ? null : `${found} rows instead of 2`
      } finally {
        await store.dropWorkspace(other)
      }
    }),
    own('a workspace that is dropped and created again is empty', async ({ append, number, workspace }) => {
      await append([event(1)])
      await store.dropWorkspace(workspace)
      await store.createWorkspace(workspace)
      const found = await number(total)
      return found === 0 ? null : `${found} rows`
    }),
  ]
}

interface Place {
  readonly workspace: WorkspaceRef
  append(events: readonly EventRow[]): Promise<void>
  link(device: string, user: string): Promise<void>
  number(plan: Relation): Promise<number>
  version(): Promise<string>
}

const expanded = (store: AnalyticsStore, plan: Relation): Relation => expand(plan, store, operators)

function placeOf(store: AnalyticsStore, workspace: WorkspaceRef): Place {
  const rows = (plan: Relation): Promise<readonly Row[]> =>
    askStore(store, workspace, expanded(store, plan), limits)
  return {
    workspace,
    append: (events) => store.append(workspace, { ...nothing, events }),
    link: (device_id, user_id) =>
      store.append(workspace, { ...nothing, links: [{ timestamp: 1, device_id, user_id }] }),
    number: async (plan) => Number((await rows(plan))[0]?.['n']),
    version: () => store.dataVersion(workspace),
  }
}

const nothing: Batch = { events: [], logs: [], links: [], traits: [], contexts: [], metrics: [] }

const event = (seq: number, fields: Partial<EventRow> = {}): EventRow => ({
  timestamp: 1_700_000_000_000 + seq,
  event_name: 'open',
  device_id: 'd',
  session_id: null,
  user_id: null,
  message_id: null,
  seq,
  context: {},
  properties: {},
  ...fields,
})

async function rejection(work: Promise<unknown>, code: ErrorCode): Promise<string | null> {
  try {
    await work
  } catch (error) {
    if (error instanceof ServiceError && error.code === code) return null
    return `rejects with ${error instanceof Error ? error.message : String(error)}, not with ${code}`
  }
  return `resolves instead of rejecting with ${code}`
}
