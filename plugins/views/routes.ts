import Type, { type TSchema } from 'typebox'
import {
  named,
  notMember,
  peopleIn,
  type Ask,
  type PluginHost,
  type ViewReport,
  type WorkspaceRef,
} from '../../contract/index.js'
import { viewService } from './service.js'

const Report = named(
  'ViewReport',
  Type.Object({
    name: Type.String(),
    built: Type.Number({
      description: 'Share of the stored parts that have the view; below 1, queries read the events instead',
    }),
    differs: Type.Array(Type.String(), {
      description: 'UTC days on which the view differs from the events',
    }),
  }),
)
const Reports = Type.Array(Report)
const tag = {
  name: 'Administration',
  description: 'Materialized views of the workspace: their state and rebuilds.',
}

/** Registers the routes twice: under `views`, and under `rollups` for clients of earlier versions. */
export function registerRoutes(host: PluginHost): void {
  registerFor(host, 'views', Type.Object({ views: Reports }), (views) => ({ views }))
  registerFor(host, 'rollups', Type.Object({ rollups: Reports }), (rollups) => ({ rollups }))
}

function registerFor(
  host: PluginHost,
  name: string,
  shape: TSchema,
  shown: (reports: readonly ViewReport[]) => object,
): void {
  host.route({
    method: 'GET',
    path: `/api/v1/admin/${name}`,
    summary: 'Compare the materialized views of the workspace with its events; reads all of them',
    tag,
    access: peopleIn('admin'),
    response: Type.Object({ data: shape }),
    handle: async (ask) => ({ data: shown(await ask.use(viewService).check(workspaceOf(ask))) }),
  })
  host.route({
    method: 'POST',
    path: `/api/v1/admin/${name}/rebuild`,
    summary:
      'Rebuild the materialized views of the workspace in the background; until then, queries read the events',
    tag,
    access: peopleIn('admin'),
    status: 202,
    response: Type.Object({ data: Type.Object({ rebuilding: Type.Boolean() }) }),
    async handle(ask) {
      await ask.use(viewService).rebuild(workspaceOf(ask))
      return { data: { rebuilding: true } }
    },
  })
}

function workspaceOf({ workspace }: Ask): WorkspaceRef {
  if (workspace === null) throw notMember()
  return workspace
}
