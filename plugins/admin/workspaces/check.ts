import {
  aggregate,
  count,
  findingFail,
  findingOk,
  scan,
  ServiceError,
  type CheckContext,
  type CheckDefinition,
  type Relation,
  type SourceName,
  type WorkspaceRef,
} from '../../../contract/index.js'

/** Each workspace has its tables in the analytics storage. */
export const workspaceCheck: CheckDefinition = {
  name: 'workspaces',
  async run(check) {
    const all = await check.workspaces()
    if (all.length === 0) return [findingOk('workspaces', 'none yet')]
    const lacking: string[] = []
    for (const workspace of all) if (!(await hasTables(check, workspace))) lacking.push(workspace.id)
    if (lacking.length === 0) return [findingOk('workspaces', `${all.length}, each with its tables`)]
    return lacking.map((id) =>
      findingFail(
        'workspaces',
        `${id} has no tables; start the service, which creates them, or restore a backup`,
      ),
    )
  },
}

const emptyRange = (source: SourceName): Relation => aggregate(scan(source, 0, 0), {}, { rows: count() })

/** Asks each source for the rows of an empty range. */
async function hasTables({ rows }: CheckContext, workspace: WorkspaceRef): Promise<boolean> {
  try {
    for (const source of ['events', 'logs', 'traits', 'metrics'] as const)
      await rows(workspace, emptyRange(source))
    return true
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'NOT_FOUND') return false
    throw error
  }
}
