import { invalid, ServiceError } from './errors.js'

/** The field's name as a message shows it: a JSON pointer without its leading slash. */
const nameAt = (path: string): string => path.replace(/^\//, '')

/**
 * A 404 that names the kind of resource: `unknown board`. It does not reveal whether the resource exists for
 * others.
 */
export const notFound = (resource: string): ServiceError =>
  new ServiceError('NOT_FOUND', `unknown ${resource}`)

/** A 404 of a link or an invite: `unknown or expired link`. */
export const notFoundOrExpired = (resource: string): ServiceError => notFound(`or expired ${resource}`)

/** `unknown segment "x"; use one of new, dormant`: the message alone, for the error class and status that fit. */
export const unknownName = (what: string, given: string, known: readonly string[]): string =>
  `unknown ${what} ${JSON.stringify(given)}; use one of ${known.join(', ')}`

/** A 404: the workspace and its data have been deleted. `cause` is logged only. */
export const workspaceDeleted = (cause?: unknown): ServiceError =>
  new ServiceError('NOT_FOUND', 'the workspace has been deleted', { cause })

/** A 401: the request has no credential. */
export const credentialRequired = (
  credential: 'a token' | 'a token or key' | 'an ingest key',
): ServiceError => new ServiceError('UNAUTHORIZED', `${credential} is required`)

/** A 403: a key called a route for users. */
export const usersOnly = (): ServiceError =>
  new ServiceError('FORBIDDEN', 'a key cannot do this; log in as a user')

/** A 409: the storage has tables for the workspace's number. `cause` is logged only. */
export const workspaceExists = (cause?: unknown): ServiceError =>
  new ServiceError('CONFLICT', 'a workspace with this number already exists', { cause })

/** A 403: the caller is not a member of the workspace, or the workspace does not exist. */
export const notMember = (): ServiceError =>
  new ServiceError('FORBIDDEN', 'you are not a member of this workspace')

/** A 403: the ingest key names no workspace to write to. */
export const keyWithoutWorkspace = (): ServiceError =>
  new ServiceError('FORBIDDEN', 'this key belongs to no workspace')

/** A 403: `only the owner of a board and admins of the workspace may change it`. */
export const ownersAndAdminsOnly = (resource: string, owner: 'owner' | 'creator' = 'owner'): ServiceError =>
  new ServiceError('FORBIDDEN', `only the ${owner} of ${resource} and admins of the workspace may change it`)

/** A 403: `only the owner of a board may make it private`. */
export const ownersOnlyMakePrivate = (resource: string, owner: 'owner' | 'creator' = 'owner'): ServiceError =>
  new ServiceError('FORBIDDEN', `only the ${owner} of ${resource} may make it private`)

/** A 409: `at most 50 tiles per board`, `at most 20 keys per workspace (KEYS_PER_WORKSPACE)`. */
export const limitReached = (most: number, what: string, setting?: string): ServiceError =>
  new ServiceError('CONFLICT', `at most ${most} ${what}${setting === undefined ? '' : ` (${setting})`}`)

/** A 413: the request has more than `most` events, items, … */
export const tooManyItems = (most: number, items: string): ServiceError =>
  new ServiceError('PAYLOAD_TOO_LARGE', `a request may hold at most ${most} ${items}; split it`)

/** A 413: the decoded body has too many values. */
export const tooManyParts = (): ServiceError =>
  new ServiceError('PAYLOAD_TOO_LARGE', 'the decoded body has too many parts; split the request')

/** A 422: `name must not be blank`. */
export const blank = (path: string): ServiceError => invalid(path, `${nameAt(path)} must not be blank`)

/** A 422: `email must be an e-mail address`. */
export const notAnEmail = (path: string): ServiceError =>
  invalid(path, `${nameAt(path)} must be an e-mail address`)

/** A 422: `expires_at must be an ISO 8601 date or date-time`. */
export const notATime = (path: string): ServiceError =>
  invalid(path, `${nameAt(path)} must be an ISO 8601 date or date-time`)

/** `level must be one of debug, info`: the message alone, for the error class that fits. */
export const mustBeOneOf = (name: string, values: readonly string[]): string =>
  `${name} must be one of ${values.join(', ')}`

/** A 422: the value is not in the list. */
export const notOneOf = (path: string, values: readonly string[]): ServiceError =>
  invalid(path, mustBeOneOf(nameAt(path), values))

/** A 422: neither database stores the character U+0000. */
export const holdsNul = (path: string): ServiceError =>
  invalid(path, `${nameAt(path)} must not contain the character U+0000`)

/** A 422: `dimension` names a value of a breakdown that the request does not have. */
export const dimensionRequiresBreakdown = (): ServiceError =>
  invalid('dimension', 'dimension requires breakdown and must be one of its values')

/** A 422: `expires_at must be in the future`. */
export const notInFuture = (path: string): ServiceError =>
  invalid(path, `${nameAt(path)} must be in the future`)

/** A 409: another request changed the record first: `the account changed during this request; try again`. */
export const changedMeanwhile = (record: string): ServiceError =>
  new ServiceError('CONFLICT', `the ${record} changed during this request; try again`)
