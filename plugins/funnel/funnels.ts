import {
  aggregate,
  ascending,
  bySize,
  column,
  derive,
  descending,
  isIn,
  not,
  otherLabel,
  sequence,
  shownDimension,
  shownLabel,
  sort,
  where,
  type Breakdown,
  type QueryDefinition,
  type Relation,
  type Row,
  type ShownDimension,
  type WorkspaceAsk,
} from '../../contract/index.js'
import { askFunnel, type AskedFunnel } from './asked.js'
import { funnelBody } from './body.js'
import { FunnelAnswer } from './shapes.js'
import { countOf, stepMeasures, stepsOf, type FunnelSteps } from './steps.js'

/** POST /funnels: counts, rates and times of each step. */
export const funnels: QueryDefinition<typeof funnelBody, typeof FunnelAnswer> = {
  key: 'funnels',
  tag: { name: 'Funnels', description: 'Conversion through a sequence of events.' },
  path: 'funnels',
  summary: 'How many persons complete each step of a funnel, and how long they take',
  input: funnelBody,
  response: FunnelAnswer,
  figures: true,
  async run(ask, body) {
    const asked = await askFunnel(ask, body)
    const { question, names } = asked
    if (question.breakdown !== null) return { data: await splitFunnel(ask, asked, question.breakdown) }
    const measures = stepMeasures(names.length)
    const [row] = question.edges.length === 0 ? [] : await ask.rows(aggregate(runsOf(asked), {}, measures))
    return { data: stepsOf(row ?? {}, names) }
  },
}

const runsOf = ({ events, options }: AskedFunnel): Relation => sequence(events, { ...options, times: true })

interface FunnelBreakdown extends FunnelSteps, ShownDimension {}

/** Reads the whole and its largest values in one query; if there are more values, a second query reads the rest. */
async function splitFunnel(
  ask: WorkspaceAsk,
  asked: AskedFunnel,
  { limit, fields, order }: Breakdown,
): Promise<FunnelSteps & { readonly breakdowns: readonly FunnelBreakdown[] }> {
  const { names, question } = asked
  const measures = stepMeasures(names.length)
  const runs = derive(runsOf(asked), { dimension: shownLabel(column('label')) })
  const by = { dimension: column('dimension') }
  const counted = aggregate(runs, by, measures, [['dimension'], []])
  const largest = [descending(column('count_1')), ascending(column('dimension'))]
  // No value counts more than the whole, so the whole is always among the first rows.
  const rows = question.edges.length === 0 ? [] : await ask.rows(sort(counted, largest, limit + 2))

  const whole = rows.find((row) => row['dimension'] === null) ?? {}
  const values = rows.filter((row) => row['dimension'] !== null)
  const kept =
    values.length > limit ? values.slice(0, limit).filter((row) => row['dimension'] !== otherLabel) : values
  const groups = kept.map((row) => [nameOf(row), row] as const)
  if (values.length > limit) {
    const apart = kept.map((row) => nameOf(row))
    const others = aggregate(where(runs, not(isIn(column('dimension'), apart))), {}, measures)
    const [row] = await ask.rows(others)
    groups.push([otherLabel, { ...row, ...rest(whole, kept, names.length) }])
  }
  if (order !== undefined) {
    const compare = bySize(order)
    groups.sort(([a], [b]) => compare([a, 0], [b, 0]))
  }
  const breakdowns = groups.map(([name, row]): FunnelBreakdown => ({
    ...shownDimension(name, fields),
    ...stepsOf(row, names),
  }))
  return { ...stepsOf(whole, names), breakdowns }
}

const nameOf = (row: Row): string => row['dimension'] as string

/** Each step's persons that the kept values do not count, so that all values add up to the whole. */
const rest = (whole: Row, kept: readonly Row[], steps: number): Row =>
  Object.fromEntries(
    Array.from({ length: steps }, (_, index) => {
      const step = index + 1
      const taken = kept.reduce((total, row) => total + countOf(row, step), 0)
      return [`count_${step}`, countOf(whole, step) - taken]
    }),
  )
