import Type from 'typebox'
import { bodyFields, named, nullable, type PluginHost, type WorkspaceAsk } from '../../contract/index.js'
import { checksOf, violationKinds } from './checks.js'
import { readDictionary } from './dictionary-repository.js'
import { member, path, tag } from './schemas.js'
import { countViolations } from './violations.js'

const KindName = Type.Enum([...violationKinds], {
  description:
    'missing: a required property is absent or null; type, value: not the expected one; deprecated: still sent; unknown: not in the dictionary',
})

const Query = Type.Object({
  range: Type.Optional(
    Type.String({ default: '7d', maxLength: 100, description: 'like the range parameter of metrics' }),
  ),
  timezone: bodyFields.timezone,
  event: Type.Optional(Type.String({ minLength: 1, maxLength: 500, description: 'only this event' })),
  property: Type.Optional(Type.String({ minLength: 1, maxLength: 500, description: 'only this property' })),
  kind: Type.Optional(KindName),
  unknown: Type.Optional(
    Type.Boolean({ description: 'true: also count events that the dictionary does not name' }),
  ),
  limit: Type.Optional(Type.Integer({ default: 1000, minimum: 1, maximum: 10_000 })),
})

const Violation = named(
  'Violation',
  Type.Object({
    event: Type.String(),
    property: nullable(Type.String({ description: 'null if the event itself is the violation' })),
    kind: KindName,
    date: Type.String({ description: 'the day' }),
    platform: nullable(Type.String({ description: 'the client, as its events name it' })),
    app_version: nullable(Type.String()),
    count: Type.Integer({ description: 'number of events' }),
  }),
)

export function registerViolationRoutes(host: PluginHost): void {
  host.route({
    method: 'GET',
    path: `${path}/violations`,
    summary:
      'Count the stored events that are not as the dictionary expects, by event, property, day and client',
    tag,
    access: member,
    query: Query,
    response: Type.Object({
      data: Type.Object({
        violations: Type.Array(Violation),
        total: Type.Integer({ description: 'sum of all counts, also those beyond the limit' }),
        has_more: Type.Boolean(),
      }),
    }),
    async handle(asked, { query }) {
      const ask = asked as WorkspaceAsk
      const { range = '7d', timezone, event, property, kind, limit = 1000 } = query
      const unknown = query.unknown === true || kind === 'unknown'
      const question = await ask.question({ source: 'events', range, timezone, granularity: 'daily' })
      const dictionary = await readDictionary(ask.records, ask.workspace.id)
      const checks = checksOf(dictionary, unknown).filter(
        (check) =>
          (property === undefined || check.property === property) &&
          (kind === undefined || check.kind === kind),
      )
      const all = await countViolations(ask, question, checks, event ?? null)
      return {
        data: {
          violations: all.slice(0, limit),
          total: all.reduce((sum, { count }) => sum + count, 0),
          has_more: all.length > limit,
        },
      }
    },
  })
}
