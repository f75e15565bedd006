import type { ComponentChildren } from 'preact'
import type { Data } from '../../api/types.js'
import type { Answer } from '../../api/use-answer.js'
import { Pager } from '../../ui/pager.js'
import { Answered } from '../../ui/states.js'
import { Table, type Column } from '../../ui/table.js'

/** The page size in rows; the `limit` of the administration lists. */
export const pageSize = 50

interface Props<Body, Row> {
  readonly answer: Answer<Data<Body>>
  readonly rowsOf: (body: Body) => readonly Row[]
  readonly columns: readonly Column<Row>[]
  readonly rowKey: (row: Row) => string
  readonly caption: string
  readonly empty: ComponentChildren
  readonly offset: number
  readonly onMove: (offset: number) => void
}

/** One page of a list with a known total, and the pager. */
export function PagedTable<Body extends { readonly total: number }, Row>(props: Props<Body, Row>) {
  const { answer, rowsOf, empty, offset, onMove, ...table } = props
  return (
    <Answered answer={answer} isEmpty={({ data }) => rowsOf(data).length === 0} empty={empty}>
      {({ data }) => {
        const rows = rowsOf(data)
        return (
          <div class="stack">
            <div class="card flush">
              <Table {...table} rows={rows} />
            </div>
            <Pager
              offset={offset}
              length={rows.length}
              limit={pageSize}
              total={data.total}
              hasMore={offset + rows.length < data.total}
              onMove={onMove}
            />
          </div>
        )
      }}
    </Answered>
  )
}
