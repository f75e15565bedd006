import type { View } from '../router/view.js'
import { audience, audienceList } from './audiences/index.js'
import { board, boardList } from './boards/index.js'
import { install } from './install/index.js'
import { audit, invite, keys, members, profile, reset, workspaces } from './manage/index.js'
import { changes } from './changes/index.js'
import { marks } from './marks/index.js'
import { setup } from './setup/index.js'
import { sharedBoard } from './shared/index.js'
import { allMetrics, oneMetric } from './explore/index.js'
import { dictionary } from './dictionary/index.js'
import { funnels } from './funnels/index.js'
import { home } from './home/index.js'
import { grouped } from './grouped/index.js'
import { group, groups } from './groups/index.js'
import { infrastructure } from './infrastructure/index.js'
import { lifecycle } from './lifecycle/index.js'
import { live } from './live/index.js'
import { logs } from './logs/index.js'
import { people, person } from './people/index.js'
import { properties } from './properties/index.js'
import { question, questionList } from './questions/index.js'
import { retention } from './retention/index.js'
import { segments } from './segments/index.js'
import { sessions } from './sessions/index.js'
import { sql } from './sql/index.js'
import { stickiness } from './stickiness/index.js'
import { trends } from './trends/index.js'

/** Every view, in the order of the navigation. Home is the start page. */
export const views: readonly View[] = [
  home,
  trends,
  changes,
  boardList,
  board,
  questionList,
  question,
  funnels,
  retention,
  lifecycle,
  stickiness,
  grouped,
  allMetrics,
  oneMetric,
  sql,
  people,
  person,
  groups,
  group,
  audienceList,
  audience,
  segments,
  sessions,
  live,
  logs,
  infrastructure,
  marks,
  properties,
  dictionary,
  install,
  members,
  keys,
  workspaces,
  audit,
  profile,
  setup,
  invite,
  reset,
  sharedBoard,
]
