import Type from 'typebox'
import {
  peopleIn,
  ServiceError,
  type Ask,
  type PluginHost,
  type WorkspaceRef,
} from '../../core/contract/index.js'
import { rollupService } from './service.js'

const Report = Type.Object({
  name: Type.String(),
  built: Type.Number({
    description: 'The share of the stored parts that have it; below 1 the events answer themselves',
  }),
  differs: Type.Array(Type.String(), {
    description: 'UTC days in which it says something else than the events',
  }),
})
const Body = Type.Object({ data: Type.Object({ rollups: Type.Array(Report) }) })
const tag = 'Administration'

export function registerRoutes(host: PluginHost): void {
  host.route({
    method: 'GET',
    path: '/api/v1/admin/rollups',
    summary: 'Compare the rollups of the workspace with its events; reads all of them',
    tag,
    access: peopleIn('admin'),
    response: Body,
    handle: async (ask) => ({ data: { rollups: await ask.use(rollupService).check(workspaceOf(ask)) } }),
  })
  host.route({
    method: 'POST',
    path: '/api/v1/admin/rollups/rebuild',
    summary:
      'Make the rollups of the workspace anew, in the background; meanwhile the events answer themselves',
    tag,
    access: peopleIn('admin'),
    status: 202,
    response: Type.Object({ data: Type.Object({ rebuilding: Type.Boolean() }) }),
    async handle(ask) {
      await ask.use(rollupService).rebuild(workspaceOf(ask))
      return { data: { rebuilding: true } }
    },
  })
}

function workspaceOf({ workspace }: Ask): WorkspaceRef {
  if (workspace === null) throw new ServiceError('FORBIDDEN', 'you are no member of this workspace')
  return workspace
}
