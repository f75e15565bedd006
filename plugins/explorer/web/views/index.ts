import type { View } from '../router/view.js'
import { audience, audienceList } from './audiences/index.js'
import { board, boardList } from './boards/index.js'
import { install } from './install/index.js'
import { audit, invite, keys, members, profile, workspaces } from './manage/index.js'
import { marks } from './marks/index.js'
import { setup } from './setup/index.js'
import { sharedBoard } from './shared/index.js'
import { trends } from './trends/index.js'

/** Every view, in the order of the navigation: the only file that names them all. The first one is the start. */
export const views: readonly View[] = [
  trends,
  boardList,
  board,
  audienceList,
  audience,
  marks,
  install,
  members,
  keys,
  workspaces,
  audit,
  profile,
  setup,
  invite,
  sharedBoard,
]
