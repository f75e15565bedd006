import { formatCount, formatPercent, formatSeconds } from '../../charts/format.js'
import { dimensionKey } from '../../data/dimension.js'
import { Table, type Column } from '../../ui/table.js'
import type { FunnelGroup, FunnelResult, StepResult } from './result.js'
import type { Behind } from './state.js'
import { funnelsText } from '../../text/funnels.js'

const seconds = (value: number | null): string => (value === null ? '–' : formatSeconds(Math.round(value)))

const columns: readonly Column<StepResult>[] = [
  { key: 'event', title: funnelsText.step, value: ({ step, event }) => `${step}. ${event}` },
  {
    key: 'count',
    title: funnelsText.people,
    align: 'end',
    value: ({ count }) => count,
    render: ({ count }) => formatCount(count),
  },
  {
    key: 'step_rate',
    title: funnelsText.fromPreviousStep,
    align: 'end',
    value: ({ step_rate }) => step_rate,
    render: ({ step_rate }) => formatPercent(step_rate),
  },
  {
    key: 'overall_rate',
    title: funnelsText.fromFirstStep,
    align: 'end',
    value: ({ overall_rate }) => overall_rate,
    render: ({ overall_rate }) => formatPercent(overall_rate),
  },
  {
    key: 'drop_off',
    title: funnelsText.dropped,
    align: 'end',
    value: ({ drop_off }) => drop_off,
    render: ({ drop_off }) => formatCount(drop_off),
  },
  ...(['median_seconds', 'avg_seconds', 'p90_seconds'] as const).map((key, index): Column<StepResult> => ({
    key,
    title: [funnelsText.medianTime, funnelsText.averageTime, funnelsText.n90thPercentile][index] ?? '',
    align: 'end',
    value: (step) => step[key],
    render: (step) => seconds(step[key]),
  })),
]

/** The steps as a table, with conversion times. */
export const StepTable = ({ result }: { readonly result: FunnelResult }) => (
  <Table
    columns={columns}
    rows={result.steps}
    rowKey={({ step }) => String(step)}
    caption={funnelsText.stepsOfTheFunnelInNumbers}
  />
)

interface GroupProps {
  readonly groups: readonly FunnelGroup[]
  readonly field: string
  readonly onPeople: (behind: Behind) => void
}

/** A row per breakdown value, a column per step; each number opens its people. */
export function GroupTable({ groups, field, onPeople }: GroupProps) {
  const steps = groups[0]?.steps ?? []
  const groupColumns: readonly Column<FunnelGroup>[] = [
    { key: 'dimension', title: field, value: ({ dimension }) => dimension },
    ...steps.map(({ step, event }, index): Column<FunnelGroup> => ({
      key: `step ${step}`,
      title: `${step}. ${event}`,
      align: 'end',
      value: (group) => group.steps[index]?.count ?? 0,
      render: (group) => (
        <button
          type="button"
          class="row-button"
          aria-label={funnelsText.peopleOfDimensionAtStepStep(group.dimension, step)}
          onClick={() => onPeople({ step, outcome: 'converted', dimension: dimensionKey(group) })}
        >
          {formatCount(group.steps[index]?.count ?? 0)}{' '}
          {index > 0 && <small>{formatPercent(group.steps[index]?.overall_rate ?? 0)}</small>}
        </button>
      ),
    })),
    {
      key: 'overall',
      title: funnelsText.conversion,
      align: 'end',
      value: ({ overall_conversion }) => overall_conversion,
      render: ({ overall_conversion }) => <strong>{formatPercent(overall_conversion)}</strong>,
    },
  ]
  return (
    <Table
      columns={groupColumns}
      rows={groups}
      rowKey={dimensionKey}
      caption={funnelsText.theFunnelByField(field)}
    />
  )
}
