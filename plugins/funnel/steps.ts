import {
  avg,
  choose,
  column,
  compare,
  finite,
  math,
  number,
  quantile,
  sum,
  timeOf,
  type Measure,
  type Row,
} from '../../contract/index.js'

/** One step of the answer; rates are shares from 0 to 1. */
export interface FunnelStep {
  readonly step: number
  readonly event: string
  readonly count: number
  readonly overall_rate: number
  readonly step_rate: number
  readonly drop_off: number
  /** Seconds since the step before; null for the first step and if no person reached this one. */
  readonly avg_seconds: number | null
  readonly median_seconds: number | null
  readonly p90_seconds: number | null
}

/** The steps of all persons, or of one value of the breakdown. */
export interface FunnelSteps {
  readonly steps: readonly FunnelStep[]
  readonly overall_conversion: number
}

const seconds = (step: number): Parameters<typeof avg>[0] =>
  math('/', math('-', column(timeOf(step)), column(timeOf(step - 1))), number(1000))

/**
 * Measures over one row per person, with `depth` and the times of its steps: `count_1` …, and from the second step on
 * `avg_2`, `median_2`, `p90_2` … in seconds.
 */
export function stepMeasures(steps: number): Readonly<Record<string, Measure>> {
  const all = Array.from({ length: steps }, (_, index) => index + 1)
  const reached = (step: number): Measure =>
    sum(choose([{ when: compare('gte', column('depth'), number(step)), then: number(1) }], number(0)))
  return Object.fromEntries([
    ...all.map((step) => [`count_${step}`, reached(step)] as const),
    ...all
      .slice(1)
      .flatMap((step) => [
        [`avg_${step}`, avg(seconds(step))] as const,
        [`median_${step}`, quantile(seconds(step), 0.5)] as const,
        [`p90_${step}`, quantile(seconds(step), 0.9)] as const,
      ]),
  ])
}

/** Number of persons who reached a step (from 1), from a row of `stepMeasures`. */
export const countOf = (row: Row, step: number): number => finite(row[`count_${step}`])

/** A share; 0 of 0 is 0. */
export const rate = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole)

/** The answer's steps from a row of `stepMeasures`; an empty row counts no persons. */
export function stepsOf(row: Row, events: readonly string[]): FunnelSteps {
  const first = countOf(row, 1)
  const secondsOf = (name: string): number | null => {
    const value = row[name]
    // Engines differ in the last digits of an interpolation.
    return typeof value === 'number' ? Number(finite(value).toPrecision(12)) : null
  }
  const steps = events.map((event, index): FunnelStep => {
    const step = index + 1
    const count = countOf(row, step)
    const before = step === 1 ? count : countOf(row, index)
    return {
      step,
      event,
      count,
      overall_rate: rate(count, first),
      step_rate: rate(count, before),
      drop_off: before - count,
      avg_seconds: secondsOf(`avg_${step}`),
      median_seconds: secondsOf(`median_${step}`),
      p90_seconds: secondsOf(`p90_${step}`),
    }
  })
  return { steps, overall_conversion: rate(countOf(row, events.length), first) }
}
