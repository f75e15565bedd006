import Type from 'typebox'
import { aggregate, column, max, scan } from 'sextant/plan'
import { inWorkspace, type PluginHost, type WorkspaceAsk } from 'sextant/plugin'
import { gaps } from './gaps.js'

const response = Type.Object({
  data: Type.Object({ seconds: Type.Union([Type.Number(), Type.Null()]), asked_by: Type.String() }),
})

/** GET /api/v1/pace/longest: the longest pause of any person, for viewers of the workspace. */
export function longestGap(host: PluginHost): void {
  host.route({
    method: 'GET',
    path: '/api/v1/pace/longest',
    summary: "The longest time between two events of one person, over the workspace's whole history",
    tag: 'pace',
    access: inWorkspace('viewer'),
    response,
    async handle(ask) {
      const here = ask as WorkspaceAsk
      const [row] = await here.rows(aggregate(gaps(scan('events')), {}, { seconds: max(column('gap')) }))
      const seconds = (row?.['seconds'] ?? null) as number | null
      return { data: { seconds, asked_by: here.caller.email ?? here.caller.id } }
    },
  })
}
