import Type from 'typebox'
import { named, notMember, nullable, peopleIn, type Ask, type PluginHost } from '../../contract/index.js'
import { listEntries, type AuditRecord } from './audit-repository.js'

const EntryBody = named(
  'AuditEntry',
  Type.Object({
    id: Type.Integer({ description: 'Grows with every entry' }),
    created_at: Type.String({ description: 'ISO 8601, UTC, with milliseconds' }),
    action: Type.String(),
    actor_id: nullable(Type.String()),
    actor_email: nullable(Type.String({ description: 'The address at that time' })),
    workspace_id: nullable(Type.String()),
    subject_id: Type.String({ description: 'Id of the changed record' }),
    details: Type.Record(Type.String(), Type.Unknown()),
  }),
)

export function registerRoutes(host: PluginHost): void {
  host.route({
    method: 'GET',
    path: '/api/v1/admin/audit',
    summary:
      'List the administrative changes in the workspace, newest first; for a platform user, all changes',
    tag: { name: 'Audit', description: 'The administrative changes in a workspace.' },
    access: peopleIn('admin'),
    query: Type.Object({
      actor: Type.Optional(
        Type.String({ maxLength: 320, description: 'id or e-mail address of a user, or id of a key' }),
      ),
      action: Type.Optional(Type.String({ maxLength: 100, description: 'such as `key.created`' })),
      limit: Type.Optional(Type.Integer({ default: 100, minimum: 1, maximum: 1_000 })),
      offset: Type.Optional(Type.Integer({ default: 0, minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
    }),
    response: Type.Object({
      data: Type.Object({ entries: Type.Array(EntryBody), total: Type.Integer() }),
    }),
    async handle(ask, { query: { actor = null, action = null, limit = 100, offset = 0 } }) {
      const filter = { workspaceId: scopeOf(ask), actor, action }
      const { entries, total } = await listEntries(ask.records, filter, { limit, offset })
      return { data: { entries: entries.map(bodyOf), total } }
    },
  })
}

/** Returns the workspace whose entries the caller may see; null for all entries, including those of no workspace. */
function scopeOf({ caller, workspace }: Ask): string | null {
  if (caller === null || workspace === null) throw notMember()
  return caller.role === 'platform' ? null : workspace.id
}

const bodyOf = ({ at, ...record }: AuditRecord) => ({
  id: record.id,
  created_at: at.toISOString(),
  action: record.action,
  actor_id: record.actor_id,
  actor_email: record.actor_email,
  workspace_id: record.workspace_id,
  subject_id: record.subject_id,
  details: record.details,
})
