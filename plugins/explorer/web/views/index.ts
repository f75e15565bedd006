import type { View } from '../router/view.js'
import { trends } from './trends/index.js'

/** Every view, in the order of the navigation: the only file that names them all. The first one is the start. */
export const views: readonly View[] = [trends]
