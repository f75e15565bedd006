import {
  ServiceError,
  type Admission,
  type Ask,
  type Caller,
  type Log,
  type RecordStore,
  type Relation,
  type Row,
  type ServiceParts,
  type Settings,
  type WorkspaceRef,
  type WorkspaceRole,
} from '../contract/index.js'
import type { Runner } from '../run/run-plan.js'
import type { RequestData } from './context.js'

interface Parts {
  readonly requestId: string
  readonly request: RequestData
  readonly log: Log
  readonly records: RecordStore
  readonly settings: Settings
  readonly use: ServiceParts['use']
  readonly runner: Runner
}

/** What a handler is given; on a route without a workspace `rows` has nowhere to run. */
export interface FullAsk extends Ask {
  readonly caller: Caller | null
  readonly workspace: WorkspaceRef | null
  readonly role: WorkspaceRole | null
  rows(plan: Relation): Promise<readonly Row[]>
}

export function createAsk({ requestId, request, log, records, settings, use, runner }: Parts): FullAsk {
  const { caller, workspace, role } = request.admission ?? nobody
  const { now, address, signal } = request
  return Object.freeze({
    requestId,
    now,
    address,
    log: withRequest(log, requestId),
    records,
    settings,
    signal,
    use,
    caller,
    workspace,
    role,
    rows(plan: Relation) {
      if (workspace === null)
        return Promise.reject(new ServiceError('INTERNAL', 'this route has no workspace'))
      return runner.rows(workspace, plan, signal)
    },
  })
}

const nobody: { readonly caller: null } & Pick<Admission, 'workspace' | 'role'> = {
  caller: null,
  workspace: null,
  role: null,
}

const withRequest = (log: Log, request_id: string): Log => ({
  debug: (fields, message) => log.debug({ ...fields, request_id }, message),
  info: (fields, message) => log.info({ ...fields, request_id }, message),
  warn: (fields, message) => log.warn({ ...fields, request_id }, message),
  error: (fields, message) => log.error({ ...fields, request_id }, message),
})
