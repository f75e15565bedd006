import Type from 'typebox'
import {
  inWorkspace,
  messages,
  named,
  notMember,
  nullable,
  peopleIn,
  severities,
  timeSchema,
  type PluginHost,
  type ServiceRef,
} from '../../contract/index.js'
import type { Sender } from './messages.js'
import { listMessages, type ListedMessage } from './outbox-repository.js'

const tag = 'Messages'

/** The service of this plugin: the contract's, and what its routes and jobs call. */
export const sender: ServiceRef<Sender> = messages as ServiceRef<Sender>

const ChannelBody = named(
  'Channel',
  Type.Object({
    name: Type.String(),
    summary: Type.String(),
    settings: Type.Record(Type.String(), Type.Unknown(), {
      description: 'JSON schema of the settings of each use; members with `writeOnly` are secrets',
    }),
  }),
)

const MessageBody = named(
  'Message',
  Type.Object({
    id: Type.String(),
    channel: Type.String(),
    type: Type.String(),
    severity: Type.Enum([...severities]),
    title: Type.String(),
    attempts: Type.Integer(),
    next_at: nullable(timeSchema),
    outcome: nullable(Type.Union([Type.Literal('delivered'), Type.Literal('failed')])),
    error: nullable(Type.String({ description: 'Of the latest attempt' })),
    created_at: timeSchema,
    ended_at: nullable(timeSchema),
  }),
)

export function registerRoutes(host: PluginHost): void {
  host.route({
    method: 'GET',
    path: '/api/v1/channels',
    summary: 'List the channels by which messages can be sent, with the schema of their settings',
    tag,
    access: inWorkspace('editor'),
    response: Type.Object({ data: Type.Array(ChannelBody) }),
    handle: (ask) =>
      Promise.resolve({
        data: ask
          .use(sender)
          .channels()
          .map(({ definition: { name, summary, settings } }) => ({
            name,
            summary,
            settings: { ...settings },
          })),
      }),
  })
  host.route({
    method: 'GET',
    path: '/api/v1/admin/messages',
    summary: 'List the messages of the workspace of the last 30 days and their outcomes, newest first',
    tag,
    access: peopleIn('admin'),
    query: Type.Object({
      limit: Type.Optional(Type.Integer({ default: 100, minimum: 1, maximum: 1_000 })),
    }),
    response: Type.Object({ data: Type.Array(MessageBody) }),
    async handle(ask, { query: { limit = 100 } }) {
      if (ask.workspace === null) throw notMember()
      return { data: (await listMessages(ask.records, ask.workspace.id, limit)).map(bodyOf) }
    },
  })
}

const bodyOf = ({ message, ...row }: ListedMessage) => ({
  id: row.id,
  channel: row.channel,
  type: message.type,
  severity: message.severity,
  title: message.title,
  attempts: row.attempts,
  next_at: row.next_at?.toISOString() ?? null,
  outcome: row.outcome,
  error: row.error,
  created_at: row.created_at.toISOString(),
  ended_at: row.ended_at?.toISOString() ?? null,
})
