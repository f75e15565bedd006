import {
  atLeast,
  credentialRequired,
  notFoundOrExpired,
  notMember,
  ServiceError,
  type Access,
  type AccessControl,
  type Admission,
  type PublicLinkControl,
  type ReadSetting,
  type Role,
} from '../contract/index.js'
import type { Credential, Step } from './context.js'
import { askedWorkspace } from './asked-workspace.js'
import type { KeyLookups } from './key-lookups.js'

/** The services that look up credentials. `links` is null if no plugin issues public links. */
export interface Doormen {
  readonly accounts: AccessControl
  readonly links: PublicLinkControl | null
  readonly lookups: KeyLookups
}

type Guarded = Exclude<Access, { kind: 'public' }>

/**
 * Looks up the caller's credential and its role in the requested workspace, and checks them against the
 * route's access: one record read.
 */
export function admit(access: Access, doormen: Doormen, read: ReadSetting): Step | null {
  if (access.kind === 'public') return null
  if (access.kind === 'link' && doormen.links === null)
    throw new Error('no plugin supplies the service publicLinkControl')
  const raised = raisedRole(access, read)
  return async (ctx, next) => {
    const { request } = ctx.state
    const { credential } = request
    if (credential === null) throw credentialRequired('a token or key')
    const asked = access.kind === 'workspace' ? askedWorkspace(ctx, access.from) : { id: null }
    const admission = await lookUp(doormen, credential, asked.id, request.address)
    if (asked.problem) throw asked.problem
    check(access, admission)
    if (raised !== null && admission.role !== null) need(admission.role, raised.role, raised.setting)
    request.admission = admission
    return next()
  }
}

/**
 * Throws unless a caller who was admitted to another route would be admitted to one with this access too. A public link
 * opens its own routes alone.
 */
export function expectAdmitted(access: Access, admission: Admission, read: ReadSetting): void {
  if (access.kind === 'public') return
  if (admission.caller.kind === 'link' && access.kind !== 'link')
    forbid('a public link cannot do this; use a token or key')
  check(access, admission)
  const raised = raisedRole(access, read)
  if (raised !== null && admission.role !== null) need(admission.role, raised.role, raised.setting)
}

function raisedRole(
  access: Guarded,
  read: ReadSetting,
): { readonly role: Role; readonly setting: string } | null {
  if (access.kind !== 'workspace' || access.raisedBy === undefined) return null
  return { role: read(access.raisedBy), setting: access.raisedBy.name }
}

async function lookUp(
  doormen: Doormen,
  credential: Credential,
  workspaceId: string | null,
  address: string,
): Promise<Admission> {
  const admission = await found(doormen, credential, workspaceId, address)
  if (admission === null && credential.kind === 'link') throw notFoundOrExpired('link')
  if (admission === null) throw new ServiceError('UNAUTHORIZED', 'the token or key is invalid or expired')
  return admission
}

async function found(
  { accounts, links, lookups }: Doormen,
  credential: Credential,
  workspaceId: string | null,
  address: string,
): Promise<Admission | null> {
  switch (credential.kind) {
    case 'token':
      return accounts.session(credential.claims, workspaceId)
    case 'outside':
      return accounts.account(credential.identity, workspaceId)
    case 'key':
      return lookups({ secret: credential.secret, address }, () =>
        accounts.key(credential.secret, workspaceId),
      )
    case 'link':
      return lookups(
        { secret: credential.token, address },
        async () => (await links?.admit(credential.token)) ?? null,
      )
  }
}

function check(access: Guarded, { caller, workspace, role }: Admission): void {
  if (access.kind === 'ingest') {
    if (caller.kind !== 'ingest-key' || workspace === null) forbid('this route requires an ingest key')
    return
  }
  if (caller.kind === 'ingest-key') forbid('an ingest key can only write; use a token or a query key')
  switch (access.kind) {
    case 'link':
      return
    case 'workspace':
      if (workspace === null || role === null) throw notMember()
      need(role, access.role)
      if (access.people === true) userOnly(caller.kind, 'only users may administer a workspace, not keys')
      return
    case 'global':
      userOnly(caller.kind)
      need(caller.role, access.role)
      return
    case 'user':
      userOnly(caller.kind)
      return
  }
}

function userOnly(
  kind: Admission['caller']['kind'],
  message = 'a key is valid only inside its workspace; use a token',
): void {
  if (kind !== 'user') forbid(message)
}

/** `setting` is the setting that requires the role, if one does. */
function need(role: Role, wanted: Role, setting?: string): void {
  const by = setting === undefined ? '' : ` (${setting})`
  if (!atLeast(role, wanted)) forbid(`this requires the role ${wanted}${by}; yours is ${role}`)
}

function forbid(message: string): never {
  throw new ServiceError('FORBIDDEN', message)
}
