import type { Data, SeriesData } from '../../api/types.js'
import { useAnswer } from '../../api/use-answer.js'
import { datesOf, linesOf, type ChartData } from '../../charts/line.js'
import { TimeChart } from '../../charts/time-chart.js'
import { Answered } from '../../ui/states.js'
import { levelColor, levels } from './levels.js'
import { volumeCall, type LogState } from './state.js'
import { logsText } from '../../text/logs.js'

/** The number of lines over time, by level. */
export function Volume({ state }: { readonly state: LogState }) {
  const answer = useAnswer<Data<SeriesData>>(volumeCall(state))
  return (
    <Answered answer={answer} isEmpty={({ data }) => data.total === 0} empty={null}>
      {({ data }) => (
        <TimeChart
          title={logsText.logLinesOverTimeByLevel}
          data={chartOf(data)}
          look="bar"
          stack
          height={150}
          legend={false}
        />
      )}
    </Answered>
  )
}

/** The least severe level is at the bottom of the stack. */
function chartOf(data: SeriesData): ChartData {
  const dates = datesOf([data])
  const lines = linesOf(data)
  const order = (level: string): number => levels.findIndex((one) => one === level)
  const shown = [...lines].sort(([a], [b]) => order(b) - order(a))
  return {
    dates,
    lines: shown.map(([level, values]) => ({
      id: level,
      label: level,
      color: levelColor(level),
      values: dates.map((date) => values.get(date) ?? 0),
    })),
  }
}
