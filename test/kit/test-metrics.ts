import { loadPlugins } from '../../core/kernel/load-plugins.js'
import { builtInPlugins } from '../../plugins/index.js'

/** The keys of all built-in metrics. */
export const builtInMetrics: readonly string[] = [...loadPlugins(builtInPlugins).metrics.keys()]
