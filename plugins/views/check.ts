import {
  aggregate,
  count,
  findingOk,
  scan,
  ServiceError,
  type CheckContext,
  type CheckDefinition,
  type Finding,
  type ViewState,
  type WorkspaceRef,
} from '../../contract/index.js'

/** How many workspaces each view answers for. */
export const viewCheck: CheckDefinition = {
  name: 'views',
  async run(check) {
    const views: ViewState[] = []
    for (const workspace of await check.workspaces()) views.push(...(await viewsOf(check, workspace)))
    return views.length === 0 ? [] : [viewsFinding(views)]
  },
}

/** Returns the workspace's views; none if it has no tables, which another check reports. */
async function viewsOf({ explain }: CheckContext, workspace: WorkspaceRef): Promise<readonly ViewState[]> {
  try {
    return (await explain(workspace, aggregate(scan('events', 0, 0), {}, { rows: count() }))).views
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'NOT_FOUND') return []
    throw error
  }
}

function viewsFinding(views: readonly ViewState[]): Finding {
  const names = [...new Set(views.map(({ name }) => name))]
  const each = names.map((name) => {
    const own = views.filter((view) => view.name === name)
    const answering = own.filter(({ freshness }) => freshness !== 'absent')
    return `${name} answers for ${answering.length} of ${own.length}`
  })
  return findingOk(
    'views',
    `${each.join(', ')} (others are read from the rows; see sextant views check <workspace>)`,
  )
}
