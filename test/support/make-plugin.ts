import Type from 'typebox'
import {
  count,
  definePlugin,
  series,
  type MetricDefinition,
  type Plugin,
  type PluginHost,
} from '../../contract/index.js'

/** A plugin with this name and registration. */
export const plugin = (
  name: string,
  register: (host: PluginHost) => void = () => undefined,
  more: Partial<Plugin> = {},
): Plugin => definePlugin({ name, contract: 1, after: [], register, ...more })

export const noParams = Type.Object({})

/** A metric that passes every check, with changes. */
export const metric = (
  change: Partial<MetricDefinition<typeof noParams>> = {},
): MetricDefinition<typeof noParams> => ({
  key: 'events',
  summary: 'Events',
  unit: 'events',
  kind: 'count',
  source: 'events',
  params: noParams,
  answer: 'series',
  plan: (question) => series(question, count()),
  ...change,
})
