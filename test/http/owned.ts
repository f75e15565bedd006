import { randomBytes } from 'node:crypto'
import type { Records } from '../../contract/index.js'
import { insertAudience } from '../../plugins/audiences/audiences-repository.js'
import { insertBoard } from '../../plugins/boards/boards-repository.js'
import { insertQuestion } from '../../plugins/questions/questions-repository.js'
import { insertMark } from '../../plugins/marks/marks-repository.js'
import type { Kind } from './role-table.js'

export type Owned =
  'audience' | 'mark' | 'private mark' | 'board' | 'private board' | 'question' | 'private question'

/** An operation on an owned resource, and its permitted callers. `:id` is the resource's id. */
export interface OwnedCase {
  readonly method: 'GET' | 'PUT' | 'DELETE'
  readonly path: string
  readonly what: Owned
  readonly kind: Kind
  readonly status: number
  readonly body?: object
}

const audience = { path: '/api/v1/audiences/:id', what: 'audience' } as const
const mark = { path: '/api/v1/marks/:id', what: 'mark' } as const
const board = { path: '/api/v1/boards/:id', what: 'board' } as const
const privateBoard = { path: '/api/v1/boards/:id', what: 'private board', kind: 'own only' } as const
const question = { path: '/api/v1/questions/:id', what: 'question' } as const
const privateQuestion = { ...question, what: 'private question', kind: 'own only' } as const
const secret = { path: '/api/v1/marks/:id', what: 'private mark', kind: 'own only' } as const

export const ownedCases: readonly OwnedCase[] = [
  { ...audience, method: 'GET', kind: 'workspace viewer', status: 200 },
  { ...audience, method: 'PUT', kind: 'own, or admin', status: 200, body: { name: 'changed' } },
  { ...audience, method: 'DELETE', kind: 'own, or admin', status: 204 },
  { ...mark, method: 'GET', kind: 'workspace viewer', status: 200 },
  { ...mark, method: 'PUT', kind: 'own, or admin', status: 200, body: { title: 'changed' } },
  { ...mark, method: 'DELETE', kind: 'own, or admin', status: 204 },
  { ...secret, method: 'GET', status: 200 },
  { ...secret, method: 'PUT', status: 200, body: { title: 'changed' } },
  { ...secret, method: 'DELETE', status: 204 },
  { ...board, method: 'GET', kind: 'workspace viewer', status: 200 },
  { ...board, method: 'PUT', kind: 'own, or admin', status: 200, body: { name: 'changed' } },
  { ...board, method: 'DELETE', kind: 'own, or admin', status: 204 },
  { ...privateBoard, method: 'GET', status: 200 },
  { ...privateBoard, method: 'PUT', status: 200, body: { name: 'changed' } },
  { ...privateBoard, method: 'DELETE', status: 204 },
  { ...question, method: 'GET', kind: 'workspace viewer', status: 200 },
  { ...question, method: 'PUT', kind: 'own, or admin', status: 200, body: { name: 'changed' } },
  { ...question, method: 'DELETE', kind: 'own, or admin', status: 204 },
  { ...privateQuestion, method: 'GET', status: 200 },
  { ...privateQuestion, method: 'PUT', status: 200, body: { name: 'changed' } },
  { ...privateQuestion, method: 'DELETE', status: 204 },
]

const newId = (prefix: string): string => prefix + randomBytes(16).toString('base64url')

export async function makeAudience(
  records: Records,
  workspace_id: string,
  owner_id: string,
): Promise<string> {
  const id = newId('aud_')
  const fields = { name: 'a group', description: null, definition: {}, created_at: new Date() }
  await insertAudience(records, { id, workspace_id, owner_id, ...fields })
  return id
}

export async function makeMark(
  records: Records,
  workspace_id: string,
  created_by: string,
  scope: 'public' | 'private',
): Promise<string> {
  const id = newId('mrk_')
  const now = new Date()
  const times = { timestamp: now, created_at: now, updated_at: now }
  const said = { description: null, category: 'release', source_ref: null, metadata: null } as const
  await insertMark(records, {
    ...{ id, workspace_id, created_by, title: 'a mark', source: 'manual', scope },
    ...said,
    ...times,
  })
  return id
}

export async function makeBoard(
  records: Records,
  workspace_id: string,
  owner_id: string,
  visibility: 'workspace' | 'private',
): Promise<string> {
  const id = newId('brd_')
  const times = { created_at: new Date(), updated_at: new Date() }
  const unsaid = { description: null, range: null, timezone: null, granularity: null, filter: null }
  await insertBoard(records, { id, workspace_id, owner_id, name: 'a board', visibility, ...unsaid, ...times })
  return id
}

export async function makeQuestion(
  records: Records,
  workspace_id: string,
  owner_id: string,
  visibility: 'workspace' | 'private',
): Promise<string> {
  const id = newId('qst_')
  const times = { created_at: new Date(), updated_at: new Date() }
  const said = { name: 'a question', description: null, tags: [], chart: 'auto', view: null, version: 1 }
  const question = { path: '/api/v1/metrics/dau' }
  await insertQuestion(records, { id, workspace_id, owner_id, question, visibility, ...said, ...times })
  return id
}
