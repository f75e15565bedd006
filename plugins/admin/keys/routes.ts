import Type from 'typebox'
import {
  atLeast,
  invalid,
  named,
  nullable,
  peopleIn,
  timeSchema,
  type PluginHost,
  type WorkspaceRole,
} from '../../../contract/index.js'
import { aboveOwnRole } from '../authority.js'
import { administratorOf, workspaceOf } from '../callers.js'
import { readExpiry } from './expiry.js'
import { listKeys, type Key, type KeyKind } from './keys-repository.js'
import { keys } from './keys.js'
import { readName } from '../name.js'
import { creations, data, Name, WorkspaceRoleName } from '../schemas.js'

const tag = {
  name: 'Keys',
  description: 'Ingest keys, which store data, and query keys, which ask questions.',
}
const path = '/api/v1/admin/workspace/keys'

const Kind = Type.Enum(['ingest', 'query'])
const WorkspaceId = Type.String({ minLength: 1, maxLength: 100 })
const InWorkspace = Type.Object({ workspace_id: WorkspaceId })

const KeyBody = named(
  'Key',
  Type.Object({
    id: Type.String(),
    name: Type.String(),
    kind: Kind,
    role: nullable(WorkspaceRoleName),
    prefix: Type.String({ description: 'The first characters of the key' }),
    expires_at: nullable(timeSchema),
    last_used_at: nullable(timeSchema),
    created_by: nullable(Type.String()),
    created_at: timeSchema,
  }),
)

const CreatedKey = named(
  'CreatedKey',
  Type.Interface([KeyBody], {
    key: Type.String({ description: 'Shown only in this response' }),
  }),
)

const Wanted = named(
  'NewKey',
  Type.Object({
    workspace_id: WorkspaceId,
    name: Name,
    kind: Kind,
    role: Type.Optional(WorkspaceRoleName),
    expires_at: Type.Optional(nullable(Type.String({ maxLength: 40 }))),
  }),
)

export function registerKeyRoutes(host: PluginHost): void {
  host.route({
    method: 'POST',
    path,
    summary: 'Create a key; only this response shows it',
    tag,
    access: peopleIn('admin', 'body'),
    rateLimit: creations,
    body: Wanted,
    refusals: ['CONFLICT'],
    status: 201,
    response: data(CreatedKey),
    async handle(ask, { body }) {
      const { role } = workspaceOf(ask)
      const made = await ask.use(keys).create(administratorOf(ask), {
        name: readName(body.name),
        kind: body.kind,
        role: keyRole(body.kind, body.role, role),
        expiresAt: typeof body.expires_at === 'string' ? readExpiry(body.expires_at, ask.now) : null,
      })
      return { data: { ...bodyOf(made.key), key: made.secret } }
    },
  })
  host.route({
    method: 'GET',
    path,
    summary: 'List the keys of a workspace, newest first',
    tag,
    access: peopleIn('admin', 'query'),
    query: InWorkspace,
    response: data(Type.Array(KeyBody)),
    async handle(ask) {
      return { data: (await listKeys(ask.records, workspaceOf(ask).workspace.id)).map(bodyOf) }
    },
  })
  host.route({
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Delete a key; it stops working at once',
    tag,
    access: peopleIn('admin', 'query'),
    params: Type.Object({ id: Type.String({ maxLength: 100 }) }),
    query: InWorkspace,
    status: 204,
    async handle(ask, { params }) {
      await ask.use(keys).delete(administratorOf(ask), params.id)
    },
  })
}

/** Returns the role of a new key: viewer unless `wanted`, never above the caller's `own`; null for an ingest key. */
function keyRole(kind: KeyKind, wanted: WorkspaceRole | undefined, own: WorkspaceRole): WorkspaceRole | null {
  if (kind === 'ingest') {
    if (wanted !== undefined)
      throw invalid('/role', 'role must be absent for an ingest key, which can only write')
    return null
  }
  const role = wanted ?? 'viewer'
  if (!atLeast(own, role)) throw aboveOwnRole(role)
  return role
}

const bodyOf = (key: Key) => ({
  id: key.id,
  name: key.name,
  kind: key.kind,
  role: key.role,
  prefix: key.prefix,
  expires_at: key.expires_at?.toISOString() ?? null,
  last_used_at: key.last_used_at?.toISOString() ?? null,
  created_by: key.created_by,
  created_at: key.created_at.toISOString(),
})
