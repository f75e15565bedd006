import t from 'tap'
import {
  anyUser,
  byPublicLink,
  globally,
  inWorkspace,
  open,
  raisedBy,
  settingRef,
  type Access,
  type Admission,
  type Caller,
  type WorkspaceRole,
} from '../contract/index.js'
import { expectAdmitted } from './admit.js'

const admitted = (kind: Caller['kind'], role: WorkspaceRole | null): Admission => ({
  caller: { id: 'c', kind, email: null, role: 'viewer', sessionId: null },
  workspace: { id: 'ws_1', number: 1 },
  role,
})

const raised = raisedBy(settingRef<WorkspaceRole>('SQL_MIN_ROLE'))

t.test('a caller of one route may be admitted to another', (t) => {
  const outcome = (access: Access, admission: Admission): string => {
    try {
      expectAdmitted(access, admission, () => 'editor' as never)
      return 'admitted'
    } catch (error) {
      return (error as { code: string }).code
    }
  }
  const viewer = admitted('user', 'viewer')
  t.equal(outcome(open, viewer), 'admitted')
  t.equal(outcome(anyUser, viewer), 'admitted')
  t.equal(outcome(inWorkspace('viewer'), viewer), 'admitted')
  t.equal(outcome(inWorkspace('editor'), viewer), 'FORBIDDEN')
  t.equal(outcome(globally('admin'), viewer), 'FORBIDDEN')
  t.equal(outcome(raised, viewer), 'FORBIDDEN', 'a setting asks for more')
  t.equal(outcome(raised, admitted('user', 'editor')), 'admitted')
  t.equal(outcome(inWorkspace('viewer'), admitted('user', null)), 'FORBIDDEN', 'no member')
  t.equal(outcome(inWorkspace('viewer'), admitted('ingest-key', null)), 'FORBIDDEN')
  const link = admitted('link', 'viewer')
  t.equal(outcome(byPublicLink, link), 'admitted')
  t.equal(outcome(inWorkspace('viewer'), link), 'FORBIDDEN', 'a link opens its own routes alone')
  t.equal(outcome(raised, link), 'FORBIDDEN')
  t.end()
})
