import { useMemo } from 'preact/hooks'
import { Bars } from '../../boards/bars.js'
import { TimeChart } from '../../charts/time-chart.js'
import { sqlText } from '../../text/sql.js'
import { Segmented } from '../../ui/field.js'
import { chartOf, type ResultChart } from './chart-shape.js'
import { ResultTable } from './result-table.js'
import { mostRows, type SqlResult } from './run.js'

export const looks = ['table', 'line', 'area', 'bar'] as const
export type ResultLook = (typeof looks)[number]

interface Props {
  readonly result: SqlResult
  readonly look: ResultLook
  readonly onLook: (look: ResultLook) => void
}

/** The rows of a statement, as a table or as the chart that its columns allow. */
export function Result({ result, look, onLook }: Props) {
  const { row_count, execution_time_ms, truncated = false } = result
  const chart = useMemo(() => chartOf(result), [result])
  const offered = chart === null ? [] : chart.of === 'time' ? looks : (['table', 'bar'] as const)
  const shown = chart?.of === 'bars' && look !== 'table' ? 'bar' : look
  return (
    <>
      <div class="spread sql-count">
        <p class="soft" role="status">
          {sqlText.counted(row_count, execution_time_ms)}
          {truncated && sqlText.truncated(mostRows)}
        </p>
        {offered.length > 0 && (
          <Segmented
            label={sqlText.show}
            value={shown}
            options={offered.map((value) => ({ value, label: sqlText[value] }))}
            onChange={onLook}
          />
        )}
      </div>
      {chart !== null && shown !== 'table' ? (
        <Drawn chart={chart} look={shown} />
      ) : (
        row_count > 0 && <ResultTable {...result} />
      )}
    </>
  )
}

interface DrawnProps {
  readonly chart: ResultChart
  readonly look: Exclude<ResultLook, 'table'>
}

function Drawn({ chart, look }: DrawnProps) {
  const title = sqlText.chartTitle(chart.values, chart.by)
  if (chart.of === 'bars')
    return (
      <div class="sql-chart">
        <Bars caption={title} bars={chart.bars} />
        {chart.rows > chart.bars.length && (
          <p class="faint">{sqlText.moreBars(chart.bars.length, chart.rows)}</p>
        )}
      </div>
    )
  const { data, added, lines } = chart
  return (
    <div class="sql-chart">
      <TimeChart data={data} title={title} look={look} kind="value" marks={false} />
      {added && <p class="faint">{sqlText.added}</p>}
      {lines > data.lines.length && <p class="faint">{sqlText.moreLines(data.lines.length, lines)}</p>}
    </div>
  )
}
