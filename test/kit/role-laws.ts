import { describeRoutes } from '../../http/describe-routes.js'
import { atLeast, type Access, type Role, type WorkspaceRole } from '../../contract/index.js'
import { tokenOf } from './doorman.js'
import { law, type Law } from './law.js'
import type { OpenedService, TestService, TestWorkspace } from './service.js'

/** A caller of the walk: what it shows, and its roles at large and in the workspace of the request. */
export interface WalkCaller {
  readonly credential: 'none' | 'invalid' | 'user' | 'query-key' | 'ingest-key'
  readonly role: Role | null
  readonly place: WorkspaceRole | null
}

const user = (role: Role, place: WorkspaceRole | null): WalkCaller => ({ credential: 'user', role, place })

export const walkCallers = {
  'no token': { credential: 'none', role: null, place: null },
  garbage: { credential: 'invalid', role: null, place: null },
  'expired token': { credential: 'invalid', role: null, place: null },
  "another key's token": { credential: 'invalid', role: null, place: null },
  "deleted user's token": { credential: 'invalid', role: null, place: null },
  'foreign member': user('viewer', null),
  viewer: user('viewer', 'viewer'),
  editor: user('editor', 'editor'),
  admin: user('admin', 'admin'),
  'viewer here, admin at large': user('admin', 'viewer'),
  'admin here, viewer at large': user('viewer', 'admin'),
  platform: user('platform', 'admin'),
  'query key': { credential: 'query-key', role: null, place: 'viewer' },
  'query key elsewhere': { credential: 'query-key', role: null, place: null },
  'ingest key': { credential: 'ingest-key', role: null, place: 'viewer' },
} as const satisfies Readonly<Record<string, WalkCaller>>

type CallerName = keyof typeof walkCallers

/** What a route's access makes of a caller: it is let in, or gets this status. */
export function admission(access: Access, { credential, role, place }: WalkCaller): 'in' | 401 | 403 {
  if (access.kind === 'public' || access.kind === 'link') return 'in'
  if (credential === 'none' || credential === 'invalid') return 401
  if (access.kind === 'ingest') return credential === 'ingest-key' ? 'in' : credential === 'user' ? 401 : 403
  if (credential === 'ingest-key') return 403
  const admitted = (holds: boolean): 'in' | 403 => (holds ? 'in' : 403)
  switch (access.kind) {
    case 'user':
      return admitted(credential === 'user')
    case 'global':
      return admitted(role !== null && atLeast(role, access.role))
    case 'workspace':
      if (access.people === true && credential !== 'user') return 403
      return admitted(place !== null && atLeast(place, access.role))
  }
}

export interface WalkedRoute {
  readonly method: string
  /** As declared: /api/v1/notes/:id */
  readonly path: string
  /** The path of the calls, with values for its parameters. */
  readonly call?: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/**
 * Every kind of caller at a route: a rejected one gets 401 or 403, an admitted one does not, and never a 500. The
 * route's handler runs for admitted callers.
 */
export function roleLaws(service: TestService, route: WalkedRoute): readonly Law[] {
  const { registry } = (service as OpenedService).service
  const { method, path, call = path, query = {}, body } = route
  const found = describeRoutes(registry).find((one) => one.method === method && one.path === path)
  if (found === undefined) throw new Error(`unknown route ${method} ${path}`)
  const { access } = found
  const from = access.kind === 'workspace' ? access.from : null
  return (Object.keys(walkCallers) as CallerName[]).map((name) =>
    law(`${method} ${path}: ${name}`, async () => {
      const workspace = await service.workspace()
      const { status } = await service.call(method, call, {
        token: await credentialOf(service, name, workspace),
        query: from === 'query' ? { ...query, workspace_id: workspace.id } : query,
        ...(from === 'header' && { workspace: workspace.id }),
        ...(body !== undefined && { body }),
      })
      const wanted = admission(access, walkCallers[name])
      const holds = wanted === 'in' ? ![401, 403].includes(status) && status < 500 : status === wanted
      return holds ? null : `status ${status} instead of ${wanted === 'in' ? 'an admission' : wanted}`
    }),
  )
}

async function credentialOf(
  service: TestService,
  name: CallerName,
  workspace: TestWorkspace,
): Promise<string | null> {
  const { credential, role, place } = walkCallers[name]
  switch (credential) {
    case 'none':
      return null
    case 'invalid':
      return invalidToken(name)
    case 'user':
      return service.user(role ?? 'viewer', place === null ? {} : { [workspace.id]: place })
    case 'query-key':
      return service.queryKey(place === null ? await service.workspace() : workspace)
    case 'ingest-key':
      return workspace.ingestKey
  }
}

function invalidToken(name: CallerName): Promise<string> {
  if (name === 'garbage') return Promise.resolve('garbage')
  const otherKey = Buffer.from('another key of more than thirty-two bytes')
  return name === 'expired token'
    ? tokenOf('usr_gone', { expires: '-1s' })
    : tokenOf('usr_gone', name === "another key's token" ? { key: otherKey } : {})
}
