import type { CallerName } from './caller-names.js'

/**
 * The admitted callers for each kind of access that a route can declare: `in`, or the status of the error.
 */
type Cell = 'in' | 401 | 403 | 404
const kinds = [
  'public',
  'user',
  'global editor',
  'global platform',
  'workspace viewer',
  'workspace editor',
  'workspace admin, people only',
  'ingest',
  'workspace viewer, people only',
  'workspace editor, people only',
  'link',
  // Owned resources: changing an audience or a public mark, and any operation on a private mark.
  'own, or admin',
  'own only',
] as const
export type Kind = (typeof kinds)[number]

const row = (...cells: readonly Cell[]): Readonly<Record<Kind, Cell>> =>
  Object.fromEntries(kinds.map((kind, index) => [kind, cells[index]])) as Readonly<Record<Kind, Cell>>

// prettier-ignore
export const matrix: Readonly<Record<CallerName, Readonly<Record<Kind, Cell>>>> = {
  //                                     publ. user  ed.   plat. view. edit. adm.  ing.  view. edit. link  own/a. own
  //                                                                              (people only)
  'no token':                       row('in',  401,  401,  401,  401,  401,  401,  401,  401,  401, 'in',  401,  401),
  'garbage':                        row('in',  401,  401,  401,  401,  401,  401,  401,  401,  401, 'in',  401,  401),
  'garbage in three parts':         row('in',  401,  401,  401,  401,  401,  401,  401,  401,  401, 'in',  401,  401),
  'expired token':                  row('in',  401,  401,  401,  401,  401,  401,  401,  401,  401, 'in',  401,  401),
  'token of an expired session':    row('in',  401,  401,  401,  401,  401,  401,  401,  401,  401, 'in',  401,  401),
  'token without an end':           row('in',  401,  401,  401,  401,  401,  401,  401,  401,  401, 'in',  401,  401),
  'alg none':                       row('in',  401,  401,  401,  401,  401,  401,  401,  401,  401, 'in',  401,  401),
  'alg HS512':                      row('in',  401,  401,  401,  401,  401,  401,  401,  401,  401, 'in',  401,  401),
  "another key's token":            row('in',  401,  401,  401,  401,  401,  401,  401,  401,  401, 'in',  401,  401),
  "another issuer's token":         row('in',  401,  401,  401,  401,  401,  401,  401,  401,  401, 'in',  401,  401),
  "another user's session":         row('in',  401,  401,  401,  401,  401,  401,  401,  401,  401, 'in',  401,  401),
  'logged-out token':               row('in',  401,  401,  401,  401,  401,  401,  401,  401,  401, 'in',  401,  401),
  "deleted user's token":           row('in',  401,  401,  401,  401,  401,  401,  401,  401,  401, 'in',  401,  401),
  'foreign member':                 row('in', 'in',  403,  403,  403,  403,  403,  401,  403,  403, 'in',  403,  403),
  'viewer':                         row('in', 'in',  403,  403, 'in',  403,  403,  401, 'in',  403, 'in',  403,  404),
  'editor':                         row('in', 'in', 'in',  403, 'in', 'in',  403,  401, 'in', 'in', 'in',  403,  404),
  'owner, an editor':               row('in', 'in', 'in',  403, 'in', 'in',  403,  401, 'in', 'in', 'in', 'in', 'in'),
  'owner, a viewer by now':         row('in', 'in',  403,  403, 'in',  403,  403,  401, 'in',  403, 'in', 'in', 'in'),
  'owner, no member by now':        row('in', 'in',  403,  403,  403,  403,  403,  401,  403,  403, 'in',  403,  403),
  'admin':                          row('in', 'in', 'in',  403, 'in', 'in', 'in',  401, 'in', 'in', 'in', 'in',  404),
  'viewer here, admin at large':    row('in', 'in', 'in',  403, 'in',  403,  403,  401, 'in',  403, 'in',  403,  404),
  'admin here, viewer at large':    row('in', 'in',  403,  403, 'in', 'in', 'in',  401, 'in', 'in', 'in', 'in',  404),
  'member of a deleted workspace':  row('in', 'in',  403,  403,  403,  403,  403,  401,  403,  403, 'in',  403,  403),
  'platform':                       row('in', 'in', 'in', 'in', 'in', 'in', 'in',  401, 'in', 'in', 'in', 'in',  404),
  'query key':                      row('in',  403,  403,  403, 'in',  403,  403,  403,  403,  403, 'in',  403,  404),
  'query key of an admin':          row('in',  403,  403,  403, 'in', 'in',  403,  403,  403,  403, 'in', 'in',  404),
  'query key elsewhere':            row('in',  403,  403,  403,  403,  403,  403,  403,  403,  403, 'in',  403,  403),
  'deleted query key':              row('in',  401,  401,  401,  401,  401,  401,  401,  401,  401, 'in',  401,  401),
  'expired query key':              row('in',  401,  401,  401,  401,  401,  401,  401,  401,  401, 'in',  401,  401),
  "deleted workspace's query key":  row('in',  401,  401,  401,  401,  401,  401,  401,  401,  401, 'in',  401,  401),
  "deleted workspace's ingest key": row('in',  401,  401,  401,  401,  401,  401,  401,  401,  401, 'in',  401,  401),
  'ingest key':                     row('in',  403,  403,  403,  403,  403,  403, 'in',  403,  403, 'in',  403,  403),
  'deleted ingest key':             row('in',  401,  401,  401,  401,  401,  401,  401,  401,  401, 'in',  401,  401),
  'expired ingest key':             row('in',  401,  401,  401,  401,  401,  401,  401,  401,  401, 'in',  401,  401),
}
