import t from 'tap'
import Type from 'typebox'
import {
  definePlugin,
  inWorkspace,
  Reply,
  type PluginHost,
  type QueryDefinition,
} from '../../contract/index.js'

/**
 * The compiler checks what handlers return: every line under `@ts-expect-error` is a planted mistake, and a
 * compiler that accepts one of them fails on its comment.
 */
const shared = { path: '/a', summary: 'a', tag: 'a', access: inWorkspace('viewer') } as const
const get = { ...shared, method: 'GET' } as const
const response = Type.Object({
  data: Type.Object({
    kind: Type.Enum(['a', 'b']),
    names: Type.Array(Type.String()),
    note: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  }),
})
const otherwise = { 409: Type.Object({ code: Type.Integer() }) }
const names: readonly string[] = ['n']

async function* bytes(): AsyncGenerator<Uint8Array> {
  await Promise.resolve()
  yield new Uint8Array()
}

function rightBodies(host: PluginHost): void {
  host.route({ ...get, response, handle: () => Promise.resolve({ data: { kind: 'a' as const, names } }) })
  host.route({ ...get, response, handle: async () => ({ data: { kind: 'b', names, note: undefined } }) })
  host.route({
    ...get,
    response,
    status: 201,
    otherwise,
    async handle(ask) {
      if (ask.now > 1) return new Reply(409, { code: 1 })
      return new Reply(201, { data: { kind: 'a', names, note: null } }, { 'X-A': 'b' })
    },
  })
  host.route({ ...get, response, handle: async () => new Reply(200, bytes()) })
  host.route({ ...get, response, handle: async () => new Reply(200, '{}') })
  host.route({ ...get, status: 204, handle: async () => {} })
  host.route({ ...get, handle: async () => ({ anything: 1 }) })
}

function wrongBodies(host: PluginHost): void {
  // @ts-expect-error A member is missing.
  host.route({ ...get, response, handle: () => Promise.resolve({ data: { kind: 'a' } }) })
  // @ts-expect-error The value is none of the schema's.
  host.route({ ...get, response, handle: () => Promise.resolve({ data: { kind: 'c', names } }) })
  // @ts-expect-error Another type, in a handler that reads its input.
  host.route({ ...get, response, handle: async (ask) => ({ data: { kind: 'a', names: [ask.now] } }) })
  // @ts-expect-error The body is not in its envelope.
  host.route({ ...get, response, handle: async () => ({ kind: 'a', names }) })
  // @ts-expect-error Nothing is returned.
  host.route({ ...get, response, handle: async () => {} })
}

function wrongReplies(host: PluginHost): void {
  // @ts-expect-error The body of a Reply is checked too.
  host.route({ ...get, response, handle: async () => new Reply(200, { data: { kind: 'a' } }) })
  const right = { data: { kind: 'a', names } } as const
  // @ts-expect-error Another status than the route's.
  host.route({ ...get, response, status: 201, handle: async () => new Reply(200, right) })
  // @ts-expect-error A status that `otherwise` does not describe.
  host.route({ ...get, response, otherwise, handle: async () => new Reply(404, { code: 1 }) })
  // @ts-expect-error The body is not that of its status.
  host.route({ ...get, response, otherwise, handle: async () => new Reply(409, right) })
  // @ts-expect-error A 204 has no body.
  host.route({ ...get, status: 204, handle: async () => ({ data: null }) })
}

const query = { key: 'a', path: 'a', summary: 'a', input: Type.Object({}), response }
const right: QueryDefinition<typeof query.input, typeof response> = {
  ...query,
  run: async () => ({ data: { kind: 'a', names } }),
}
const wrong: QueryDefinition<typeof query.input, typeof response> = {
  ...query,
  // @ts-expect-error A member is missing.
  run: async () => ({ data: { kind: 'a' } }),
}

t.test('what a handler returns has the type of its response', async (t) => {
  t.type(definePlugin, 'function')
  t.match(
    [rightBodies, wrongBodies, wrongReplies].map(({ length }) => length),
    [1, 1, 1],
  )
  t.not(right.run, wrong.run)
})
