import type { Data, Point } from '../../api/types.js'
import { useAnswer } from '../../api/use-answer.js'
import { TableBehind } from '../../charts/chart-table.js'
import type { ChartData } from '../../charts/line.js'
import { TimeChart } from '../../charts/time-chart.js'
import { Answered } from '../../ui/states.js'
import { trendCall, type FunnelState } from './state.js'
import { funnelsText } from '../../text/funnels.js'

interface TrendPoint extends Point {
  readonly entered: number
  readonly converted: number
}

interface TrendData {
  readonly points: readonly TrendPoint[]
  readonly total: number
}

/** The conversion over time, by the bucket in which people entered. */
export function Trend({ state }: { readonly state: FunnelState }) {
  const answer = useAnswer<Data<TrendData>>(trendCall(state))
  return (
    <Answered answer={answer} isEmpty={({ data }) => data.points.every(({ entered }) => entered === 0)}>
      {({ data }) => (
        <>
          <TimeChart title={funnelsText.conversionOverTime} data={chartOf(data)} kind="ratio" />
          <TableBehind title={funnelsText.conversionOverTime} data={chartOf(data)} kind="ratio" />
        </>
      )}
    </Answered>
  )
}

/** Buckets without entries have no conversion: null, which is not drawn. */
const chartOf = ({ points, total }: TrendData): ChartData => ({
  dates: points.map(({ date }) => date),
  lines: [
    {
      id: 'conversion',
      label: funnelsText.conversion,
      total,
      values: points.map(({ value, entered }) => (entered === 0 ? null : value)),
    },
  ],
})
