import { actives } from './actives.js'
import { cohortQuestions } from './cohorts.js'
import { counts } from './counts.js'
import { funnelQuestions } from './funnels.js'
import { lists } from './lists.js'
import { persons } from './persons.js'
import { properties } from './properties.js'
import type { Request } from '../service.js'
import type { BenchQuestion } from './types.js'

/** The questions of the benches: every metric, funnels and retention. */
export const questions: readonly BenchQuestion[] = [
  ...counts,
  ...actives,
  ...cohortQuestions,
  ...persons,
  ...funnelQuestions,
  ...properties,
  ...lists,
]

/** Returns the request of the question with this name; throws if there is none. */
export function requestOf(name: string): Request {
  const question = questions.find((one) => one.name === name)
  if (question === undefined) throw new Error(`unknown question: ${name}`)
  return question.request
}
