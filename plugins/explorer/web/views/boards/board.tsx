import { useState } from 'preact/hooks'
import { me } from '../../api/account.js'
import { parameters } from '../../api/call.js'
import type { Data } from '../../api/types.js'
import { useAnswer } from '../../api/use-answer.js'
import { boardCall, changeBoard, deleteBoard, mayChange, type BoardFields } from '../../boards/api.js'
import { BoardDialog } from '../../boards/board-dialog.js'
import { LinksDialog } from '../../boards/links-dialog.js'
import type { Board } from '../../boards/types.js'
import { RangeBar } from '../../question/range-bar.js'
import { text } from '../../router/codec.js'
import { hrefOf, navigate } from '../../router/location.js'
import { useUrlState } from '../../router/use-url-state.js'
import { usualZone } from '../../question/calendar.js'
import type { ViewProps } from '../../router/view.js'
import { ShareMenu } from '../../share/share-menu.js'
import { PageHead } from '../../shell/page-head.js'
import { Button } from '../../ui/button.js'
import { Confirm } from '../../ui/confirm.js'
import { Menu } from '../../ui/menu.js'
import { Answered, EmptyState } from '../../ui/states.js'
import { Tiles } from './tiles.js'
import '../../boards/boards.css'

const codecs = { range: text(), granularity: text(), timezone: text() }

/** A board: its tiles, all over one range. */
export function BoardPage({ params: { id = '' } }: ViewProps) {
  const answer = useAnswer<Data<Board>>(boardCall(id))
  return <Answered answer={answer}>{({ data }) => <Shown board={data} onChanged={answer.reload} />}</Answered>
}

/** '' would be the board's own time zone, not the workspace's. */
const named = <T extends { readonly timezone?: string }>(times: T): T =>
  times.timezone === '' ? { ...times, timezone: usualZone() } : times

type Overlay = 'edit' | 'links' | 'delete' | null

function Shown({ board, onChanged }: { readonly board: Board; readonly onChanged: () => void }) {
  const [state, set] = useUrlState(codecs)
  const [overlay, setOverlay] = useState<Overlay>(null)
  const own = board.owner_id === me.value?.user.id
  const changeable = mayChange(board)
  const close = (): void => setOverlay(null)
  const times = {
    range: state.range || (board.range ?? ''),
    granularity: state.granularity || (board.granularity ?? ''),
    timezone: state.timezone || (board.timezone ?? ''),
  }
  const differs = Object.values(state).some((one) => one !== '')
  const change = async (fields: BoardFields): Promise<void> => {
    await changeBoard(board.id, fields)
    onChanged()
  }
  const instead = Object.fromEntries(parameters(state))
  return (
    <div class="stack">
      <PageHead title={board.name} summary={board.description ?? undefined}>
        <ShareMenu
          calls={[boardCall(board.id)]}
          sheet={null}
          more={
            changeable
              ? [{ label: 'Public links', icon: 'external', onSelect: () => setOverlay('links') }]
              : []
          }
        />
        {changeable && (
          <Menu
            label="More actions for this board"
            text=""
            icon="more"
            arrow={false}
            align="end"
            items={[
              { label: 'Edit name and visibility', icon: 'edit', onSelect: () => setOverlay('edit') },
              {
                label: 'Delete board',
                icon: 'trash',
                danger: true,
                onSelect: () => setOverlay('delete'),
              },
            ]}
          />
        )}
      </PageHead>
      <div class="spread">
        <RangeBar value={times} onChange={(next) => set(named(next))} />
        {differs && (
          <div class="row">
            {changeable && (
              <Button
                small
                onClick={() =>
                  void change(
                    Object.fromEntries(
                      Object.entries(times).map(([name, value]) => [name, value === '' ? null : value]),
                    ),
                  ).then(() => set({ range: '', granularity: '', timezone: '' }))
                }
              >
                Save for everyone
              </Button>
            )}
            <Button small look="quiet" onClick={() => set({ range: '', granularity: '', timezone: '' })}>
              Reset to saved
            </Button>
          </div>
        )}
      </div>
      {board.tiles.length === 0 ? (
        <EmptyState
          icon="board"
          title="This board is empty"
          actions={<Button href={hrefOf('/trends')}>Open Trends</Button>}
        >
          Open any view, then choose “Add to board” under Share.
        </EmptyState>
      ) : (
        <Tiles board={board} instead={instead} changeable={changeable} onChanged={onChanged} />
      )}
      {overlay === 'edit' && <BoardDialog board={board} own={own} onSubmit={change} onClose={close} />}
      {overlay === 'links' && <LinksDialog board={board} onClose={close} />}
      {overlay === 'delete' && (
        <Confirm
          title={`Delete “${board.name}”?`}
          text="Its tiles and public links are deleted too. The data they show is kept."
          action="Delete board"
          onConfirm={async () => {
            await deleteBoard(board.id)
            navigate(hrefOf('/boards'))
          }}
          onClose={close}
        />
      )}
    </div>
  )
}
