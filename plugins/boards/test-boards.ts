import type { Records } from '../../contract/index.js'
import type { TestService } from '../../test/support/service.js'
import type { Called } from '../../test/support/request.js'

export const metrics = '/api/v1/metrics'

export type Call = (method: string, path?: string, body?: unknown, token?: string | null) => Promise<Called>

/** Calls the routes of boards in a workspace; as the platform user unless `token` is given. */
export const callIn =
  (service: TestService, workspace: string): Call =>
  (method, path = '', body, token) =>
    service.call(method, `/api/v1/boards${path}`, {
      workspace,
      ...(body === undefined ? {} : { body }),
      ...(token === undefined ? {} : { token }),
    })

export interface NewBoard {
  readonly call: Call
  /** The path below `/boards`. */
  readonly at: string
  readonly workspace: string
  readonly ingestKey: string
}

/** Creates a board in a workspace of its own. */
export async function newBoard(service: TestService, fields: object = {}): Promise<NewBoard> {
  const { id: workspace, ingestKey } = await service.workspace()
  const call = callIn(service, workspace)
  const made = await call('POST', '', { name: 'x', ...fields })
  if (made.status !== 201) throw new Error(JSON.stringify(made.body))
  return { call, at: `/${String(made.body.data.id)}`, workspace, ingestKey }
}

/** Adds a tile to a board, and returns its id. */
export async function addTile(call: Call, at: string, tile: object): Promise<string> {
  const made = await call('POST', `${at}/tiles`, { title: 'a tile', chart: 'line', ...tile })
  if (made.status !== 201) throw new Error(JSON.stringify(made.body))
  return String(made.body.data.id)
}

/** Runs the job that removes what can no longer be restored, at a time. */
export async function purge({ service }: TestService, records: Records, now: number): Promise<void> {
  const job = service.registry.jobs.find(({ definition }) => definition.name === 'deleted-boards')
  if (job === undefined) throw new Error('no such job')
  await job.definition.run({ records, clock: () => now } as never)
}

/** Creates a public link of a board, and returns its path. */
export async function linkTo(call: Call, at: string): Promise<string> {
  const made = await call('POST', `${at}/links`, {})
  return `/api/v1/public/boards/${String(made.body.data.token)}`
}
