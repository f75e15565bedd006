import { inWorkspace, type WorkspaceAsk } from '../contract/index.js'
import type { AnyQuery } from '../core/kernel/definitions.js'
import type { Registered, Registry } from '../core/kernel/registries.js'
import type { CoreRoute } from './route.js'

/** POST /api/v1/<path> for each query; the response is its result. */
export const queryRoutes = (registry: Registry): readonly CoreRoute[] =>
  [...registry.queries.values()].map(queryRoute)

function queryRoute({ plugin, definition: query }: Registered<AnyQuery>): CoreRoute {
  return {
    plugin,
    definition: {
      method: 'POST',
      path: `/api/v1/${query.path}`,
      summary: query.summary,
      tag: query.tag ?? plugin,
      access: inWorkspace('viewer'),
      body: query.input,
      ...(query.response === undefined ? {} : { response: query.response }),
    },
    asks: () => query.key,
    handle: (ask, { body }) => query.run(ask as WorkspaceAsk, body as Readonly<Record<string, unknown>>),
  }
}
