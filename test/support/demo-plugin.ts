import Type from 'typebox'
import {
  anyUser,
  ascending,
  aggregate,
  column,
  count,
  countDistinct,
  definePlugin,
  descending,
  globally,
  ingestKey,
  inWorkspace,
  open,
  Reply,
  rowsOf,
  select,
  series,
  sort,
  equals,
  text,
  type PluginHost,
  type UserAsk,
  type WorkspaceAsk,
} from '../../contract/index.js'

function demoMetrics(host: PluginHost): void {
  const shared = { unit: 'events', kind: 'count', source: 'events' } as const
  host.metric({
    ...shared,
    key: 'dau',
    summary: 'Active users',
    kind: 'distinct',
    params: Type.Object({}),
    answer: 'series',
    plan: (question) => series(question, countDistinct(column('person'))),
  })
  host.metric({
    ...shared,
    key: 'event',
    path: 'events',
    argument: 'event',
    summary: 'Events',
    params: Type.Object({ event: Type.Optional(Type.String({ minLength: 1 })) }),
    answer: 'series',
    plan: (question, { event }) =>
      series(question, count(), {
        where: event === undefined ? undefined : equals(column('event_name'), text(event)),
      }),
  })
  host.metric({
    ...shared,
    key: 'top_events',
    path: 'events/top',
    summary: 'Events by name',
    params: Type.Object({}),
    answer: 'top',
    plan: (question) => aggregate(rowsOf(question), { label: column('event_name') }, { count: count() }),
  })
  host.metric({
    ...shared,
    key: 'raw_events',
    path: 'events/top/:name/raw',
    summary: 'Events of one name',
    kind: 'rows',
    params: Type.Object({ name: Type.String() }),
    answer: 'page',
    plan: (question, { name }) =>
      select(
        sort(rowsOf(question, { where: equals(column('event_name'), text(name)) }), [
          descending(column('timestamp')),
          ascending(column('seq')),
        ]),
        { timestamp: column('timestamp'), event_name: column('event_name') },
      ),
  })
}

function demoRoutes(host: PluginHost): void {
  const shared = { summary: 'A route', tag: 'demo', method: 'POST' } as const
  const whoAsks = (ask: UserAsk): Promise<unknown> => Promise.resolve({ data: ask.caller.id })
  const path = (name: string): string => `/api/v1/demo/${name}`
  const size = Type.Union([
    Type.Object({ type: Type.Literal('count') }),
    Type.Object({ type: Type.Literal('sum'), property: Type.String() }),
  ])
  const body = Type.Object({
    name: Type.String({ minLength: 1, maxLength: 20 }),
    tags: Type.Optional(Type.Array(Type.String(), { maxItems: 2 })),
    size: Type.Optional(size),
    free: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    age: Type.Optional(Type.Integer({ default: 30 })),
  })
  host.route({
    ...shared,
    path: path('public'),
    access: open,
    body,
    status: 201,
    handle: (_, input) => Promise.resolve({ data: input.body }),
  })
  host.route({
    ...shared,
    path: path('limited'),
    access: open,
    rateLimit: { group: 'demo', tries: 2, seconds: 3600 },
    handle: () => Promise.resolve({ data: null }),
  })
  host.route({
    ...shared,
    method: 'GET',
    path: path('user'),
    access: anyUser,
    handle: (ask) => whoAsks(ask as UserAsk),
  })
  host.route({
    ...shared,
    method: 'GET',
    path: path('global'),
    access: globally('platform'),
    handle: (ask) => whoAsks(ask as UserAsk),
  })
  host.route({
    ...shared,
    path: path('editor'),
    access: inWorkspace('editor'),
    handle: (ask) => whoAsks(ask as UserAsk),
  })
  host.route({
    ...shared,
    path: path('from-body'),
    access: inWorkspace('admin', 'body'),
    body: Type.Object({ workspace_id: Type.String() }),
    handle: (ask) => whoAsks(ask as UserAsk),
  })
  host.route({
    ...shared,
    method: 'DELETE',
    path: path('things/:id'),
    access: inWorkspace('viewer', 'query'),
    params: Type.Object({ id: Type.String() }),
    status: 204,
    handle: () => Promise.resolve(undefined),
  })
  host.route({
    ...shared,
    path: path('ingest'),
    access: ingestKey,
    raw: { limit: 1000, inflatedLimit: 5000 },
    status: 202,
    handle: (ask, input) =>
      Promise.resolve(
        new Reply(202, {
          bytes: (input.body as Buffer).length,
          start: (input.body as Buffer).toString('utf8', 0, 5),
          workspace: (ask as WorkspaceAsk).workspace.id,
        }),
      ),
  })
  host.route({
    ...shared,
    method: 'GET',
    path: path('broken'),
    access: open,
    handle: () => Promise.reject(new Error('select secret from users')),
  })
}

export const demo = definePlugin({
  name: 'demo',
  contract: 1,
  after: ['accounts'],
  register(host) {
    demoMetrics(host)
    demoRoutes(host)
    host.query({
      key: 'question',
      path: 'demo/question',
      summary: 'A query',
      input: Type.Object({ text: Type.String() }),
      run: (ask, { text: said }) => Promise.resolve({ said, workspace: ask.workspace.id }),
    })
  },
})
