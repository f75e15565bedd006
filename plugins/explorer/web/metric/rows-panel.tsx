import { useEffect, useState } from 'preact/hooks'
import { withQuery } from '../api/call.js'
import type { Cells, Data, Page } from '../api/types.js'
import { useAnswer } from '../api/use-answer.js'
import type { Metric } from '../data/metrics.js'
import { askedParameters, type Asked } from '../question/asked.js'
import { metricCall, type MetricParams } from '../question/metric-call.js'
import { ShareMenu } from '../share/share-menu.js'
import { Pager } from '../ui/pager.js'
import { Answered } from '../ui/states.js'
import { Table } from '../ui/table.js'
import { cellsOf, columnsOf } from './cells.js'

interface Props {
  readonly metric: Metric
  readonly asked: Partial<Asked>
  readonly params?: MetricParams
  readonly title?: string
}

const size = 50

type Body = Page | Data<readonly Cells[]> | readonly Cells[]

/** Shows rows of any shape: a page, or a whole list with or without the `data` envelope. */
export function RowsPanel({ metric, asked, params = {}, title = metric.title }: Props) {
  const [offset, setOffset] = useState(0)
  const paged = 'limit' in metric.parameters.properties
  const plain = metricCall(metric, params, askedParameters(asked))
  useEffect(() => setOffset(0), [JSON.stringify(plain)])
  const call = paged ? withQuery(plain, { limit: size, offset }) : plain
  const answer = useAnswer<Body>(call)
  const names =
    answer.data === null ? [] : [...new Set(rowsOf(answer.data).flatMap((row) => Object.keys(row)))]
  return (
    <section class="card flush" aria-label={title}>
      <div class="spread card-head">
        <h2>{title}</h2>
        <ShareMenu
          part
          calls={[call]}
          sheet={
            answer.data === null
              ? null
              : () => ({
                  name: metric.key,
                  columns: names,
                  rows: rowsOf(answer.data as Body).map((row) => cellsOf(row, names)),
                })
          }
        />
      </div>
      <Answered answer={answer} isEmpty={(body) => rowsOf(body).length === 0}>
        {(body) => {
          const rows = rowsOf(body)
          const more = 'has_more' in body ? body.has_more : rows.length === size
          return (
            <>
              <Table
                columns={columnsOf(rows)}
                rows={rows}
                rowKey={(_, index) => String(index)}
                caption={title}
              />
              {paged && (
                <Pager offset={offset} length={rows.length} limit={size} hasMore={more} onMove={setOffset} />
              )}
            </>
          )
        }}
      </Answered>
    </section>
  )
}

const rowsOf = (body: Body): readonly Cells[] => ('data' in body ? body.data : body)
