import { useMemo } from 'preact/hooks'
import { chartOf } from '../../sql-result/chart-shape.js'
import { ResultChart } from '../../sql-result/result-chart.js'
import { ResultTable } from '../../sql-result/result-table.js'
import type { SqlResult } from '../../sql-result/result.js'
import { sqlText } from '../../text/sql.js'
import { Segmented } from '../../ui/field.js'
import { mostRows } from './run.js'

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
        <ResultChart chart={chart} look={shown} marks={false} />
      ) : (
        row_count > 0 && <ResultTable {...result} />
      )}
    </>
  )
}
