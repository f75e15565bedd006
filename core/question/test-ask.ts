import { buildQuestion, type BuiltQuestion, type QuestionInput } from './question.js'

export const at = (text: string): number => {
  const time = Date.parse(text)
  if (Number.isNaN(time)) throw new Error(text)
  return time
}
export const iso = (time: number): string => new Date(time).toISOString()

/** A Wednesday. */
export const wednesday = at('2020-01-15T12:34:56.789Z')
export const ask = (input: Partial<QuestionInput>): BuiltQuestion =>
  buildQuestion({
    source: 'events',
    now: wednesday,
    range: '30d',
    granularity: 'daily',
    timezone: 'UTC',
    conditions: [],
    breakdown: null,
    breakdownLimit: 25,
    earliest: null,
    ...input,
  })
