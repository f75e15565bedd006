import { setTimeout as pause } from 'node:timers/promises'
import Type from 'typebox'
import {
  defineCommand,
  type CommandContext,
  type CommandGroup,
  type ViewReport,
  type Views,
  type WorkspaceRef,
} from '../../contract/index.js'

const workspace = Type.Object({ workspace: Type.String({ description: 'its slug or id' }) })

const check = defineCommand({
  name: 'check',
  summary: 'compare the views of a workspace with its events',
  description:
    'Reads all events of the workspace and lists the UTC days on which a view differs from them. Exits with 1 if one ' +
    'does. With embedded engines the service must not be running; use its API instead: GET /api/v1/admin/views.',
  arguments: workspace,
  run: (command, { workspace }) => reportViews(command, workspace, (views, ref) => views.check(ref)),
})

const rebuild = defineCommand({
  name: 'rebuild',
  summary: 'rebuild the views of a workspace and check them',
  description:
    'Rebuilds them from the events and waits until done. With embedded engines the service must not be running; ' +
    'POST /api/v1/admin/views/rebuild does the same while it runs.',
  arguments: workspace,
  run: (command, { workspace }) =>
    reportViews(command, workspace, async (views, ref) => {
      await views.rebuild(ref)
      return whenBuilt(views, ref)
    }),
})

export const viewCommands: CommandGroup = {
  name: 'views',
  aliases: ['rollups'],
  summary: 'check or rebuild the materialized views of a workspace',
  commands: [check, rebuild],
}

type Work = (views: Views, workspace: WorkspaceRef) => Promise<readonly ViewReport[]>

const reportViews = (command: CommandContext, slugOrId: string, work: Work): Promise<void> =>
  command.withStores(
    'use its API: GET /api/v1/admin/views, POST /api/v1/admin/views/rebuild',
    async ({ analytics, workspace }) => {
      const ref = await workspace(slugOrId)
      await analytics.prepare([ref])
      if (analytics.views === undefined) command.say('this storage has no views')
      else report(command, await work(analytics.views, ref))
    },
  )

const lookMs = 500

/** Checks only once all views are built. */
async function whenBuilt(views: Views, workspace: WorkspaceRef): Promise<readonly ViewReport[]> {
  for (;;) {
    const reports = await views.check(workspace)
    if (reports.every(({ built }) => built === 1)) return reports
    await pause(lookMs)
  }
}

function report(command: CommandContext, reports: readonly ViewReport[]): void {
  for (const { name, built, differs } of reports) {
    const days = differs.length === 0 ? 'agrees with the events' : `differs on ${differs.join(', ')}`
    command.say(`${name}: ${built < 1 ? `built of ${Math.floor(built * 100)} % of the parts` : days}`)
    if (differs.length > 0) command.fail()
  }
}
