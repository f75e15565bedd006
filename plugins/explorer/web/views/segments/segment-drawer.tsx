import { useState } from 'preact/hooks'
import { withQuery, type Call } from '../../api/call.js'
import type { Cells } from '../../api/types.js'
import { useAnswer } from '../../api/use-answer.js'
import { formatCount } from '../../charts/format.js'
import { cellsOf, columnsOf } from '../../metric/cells.js'
import { ShareMenu } from '../../share/share-menu.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { Answered, EmptyState } from '../../ui/states.js'
import { Table } from '../../ui/table.js'
import { segmentsText } from '../../text/segments.js'
import { uiText } from '../../text/ui.js'

interface Props {
  readonly title: string
  readonly call: Call
  readonly onClose: () => void
}

/** The page size in rows, which is also the API's maximum. */
const size = 100

/** The people of a segment; each row shows why the person is in it. The API answers a list without envelope. */
export function SegmentDrawer({ title, call, onClose }: Props) {
  const [offset, setOffset] = useState(0)
  const paged = withQuery(call, { limit: size, offset })
  const answer = useAnswer<readonly Cells[]>(paged)
  return (
    <Dialog title={title} look="drawer" wide onClose={onClose}>
      <Answered
        answer={answer}
        isEmpty={(rows) => rows.length === 0 && offset === 0}
        empty={
          <EmptyState icon="users" title={segmentsText.noPeopleInThisSegment}>
            {segmentsText.chooseAnotherRangeOrRemove}
          </EmptyState>
        }
      >
        {(rows) => {
          const shown = rows.map((row): Cells =>
            Object.fromEntries(Object.entries(row).filter(([name]) => name !== 'segment')),
          )
          const names = Object.keys(shown[0] ?? {})
          return (
            <div class="stack">
              <div class="spread">
                <small>{uiText.rowsShown(formatCount(offset + 1), formatCount(offset + rows.length))}</small>
                <ShareMenu
                  part
                  calls={[paged]}
                  sheet={() => ({
                    name: 'segment',
                    columns: names,
                    rows: shown.map((row) => cellsOf(row, names)),
                  })}
                />
              </div>
              <div class="card flush">
                <Table
                  columns={columnsOf(shown)}
                  rows={shown}
                  rowKey={(_, index) => String(index)}
                  caption={title}
                />
              </div>
              <div class="spread">
                <Button small disabled={offset === 0} onClick={() => setOffset(offset - size)}>
                  {segmentsText.previous}
                </Button>
                <Button small disabled={rows.length < size} onClick={() => setOffset(offset + size)}>
                  {segmentsText.next}
                </Button>
              </div>
            </div>
          )
        }}
      </Answered>
    </Dialog>
  )
}
