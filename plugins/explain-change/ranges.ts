import { invalid, type Interval, type WorkspaceAsk } from '../../contract/index.js'
import { inBody } from './body-errors.js'
import type { ExplainChangeInput } from './input.js'

export const sides = ['before', 'after'] as const
export type Side = (typeof sides)[number]

/** Throws a 422 for a range that cannot be read, has not begun, or is the other one. */
export async function checkRanges(ask: WorkspaceAsk, input: ExplainChangeInput): Promise<void> {
  const [before, after] = await Promise.all(sides.map((side) => intervalOf(ask, input, side)))
  if (before === undefined || after === undefined) throw new Error('two ranges')
  if (before.from === after.from && before.to === after.to)
    throw invalid('/after', 'after must be another range than before')
}

async function intervalOf(ask: WorkspaceAsk, input: ExplainChangeInput, side: Side): Promise<Interval> {
  const { granularity, timezone, week_start } = input
  const question = {
    source: 'events',
    range: input[side],
    ...(granularity !== undefined && { granularity }),
    timezone,
    week_start,
  } as const
  try {
    const asked = await ask.question(question)
    if (asked.labels.length === 0)
      throw invalid(`/${side}`, `${side} has no time up to now; choose a range that has begun`)
    return asked.question.range
  } catch (error) {
    throw inBody(error, { range: side })
  }
}
