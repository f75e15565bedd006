import { actives } from './actives.js'
import { cohortQuestions } from './cohorts.js'
import { counts } from './counts.js'
import { funnelQuestions } from './funnels.js'
import { lists } from './lists.js'
import { persons } from './persons.js'
import { properties } from './properties.js'
import type { BenchQuestion } from './types.js'

/** What the benches ask: every metric, funnels and retention. */
export const questions: readonly BenchQuestion[] = [
  ...counts,
  ...actives,
  ...cohortQuestions,
  ...persons,
  ...funnelQuestions,
  ...properties,
  ...lists,
]
