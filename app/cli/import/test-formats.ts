// Shared by the tests of imports. Not part of the program.
import { builtInPlugins } from '../../../plugins/index.js'
import { loadRegistry } from '../../load-registry.js'

/** The formats of the built-in plugins. */
export const formats = loadRegistry(builtInPlugins).importers
