import { useState } from 'preact/hooks'
import { parameters } from '../../api/call.js'
import { asApiError } from '../../api/error.js'
import type { Data } from '../../api/types.js'
import { useAnswer } from '../../api/use-answer.js'
import { boardCall, changeBoard, mayChange, type BoardFields } from '../../boards/api.js'
import type { Board } from '../../boards/types.js'
import { useRefresh } from '../../boards/use-refresh.js'
import { useWall } from '../../boards/use-wall.js'
import { usualZone } from '../../question/calendar.js'
import { FilterBuilder } from '../../question/filter-builder.js'
import { RangeBar } from '../../question/range-bar.js'
import { flag, number, text } from '../../router/codec.js'
import { useUrlState } from '../../router/use-url-state.js'
import type { ViewProps } from '../../router/view.js'
import { Button } from '../../ui/button.js'
import { Answered } from '../../ui/states.js'
import { toast } from '../../ui/toast.js'
import { BoardHeadRow } from './board-head.js'
import { filterInstead, filtersAddress, filterToSave, savedFilters, shownFilters } from './board-filters.js'
import { RefreshBar } from './refresh-bar.js'
import { Tiles } from './tiles.js'
import { useAnsweredAt } from './use-answered-at.js'
import '../../boards/boards.css'
import '../../boards/wall.css'
import { boardViewText } from '../../text/board-view.js'

const codecs = {
  range: text(),
  granularity: text(),
  timezone: text(),
  filter: text(),
  refresh: number(0),
  wall: flag(),
}
const nothingElse = { range: '', granularity: '', timezone: '', filter: '' } as const

/** A board: its tiles, all over one range and filter. */
export function BoardPage({ params: { id = '' } }: ViewProps) {
  const answer = useAnswer<Data<Board>>(boardCall(id))
  return <Answered answer={answer}>{({ data }) => <Shown board={data} onChanged={answer.reload} />}</Answered>
}

/** '' would be the board's own time zone, not the workspace's. */
const named = <T extends { readonly timezone?: string }>(times: T): T =>
  times.timezone === '' ? { ...times, timezone: usualZone() } : times

function Shown({ board, onChanged }: { readonly board: Board; readonly onChanged: () => void }) {
  const [{ refresh: asked, wall, ...state }, set] = useUrlState(codecs)
  const refresh = asked >= 1 ? asked : 0
  const changeable = mayChange(board)
  const [isLibraryOpen, setLibraryOpen] = useState(false)
  const round = useRefresh(refresh)
  const [answeredAt, onAnswered] = useAnsweredAt()
  useWall(wall, () => set({ wall: false }, { replace: true }))
  const saved = savedFilters(board.filter)
  const filters = shownFilters(state.filter, saved)
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
  const save = (): void => {
    const fields = Object.fromEntries(
      Object.entries(times).map(([name, value]) => [name, value === '' ? null : value]),
    )
    change({ ...fields, ...(state.filter === '' ? {} : { filter: filterToSave(filters) }) }).then(
      () => set(nothingElse),
      (error: unknown) => toast(asApiError(error).message, { bad: true }),
    )
  }
  const { filter, ...given } = state
  const instead = Object.fromEntries(parameters({ ...given, filter: filterInstead(filter, filters) }))
  return (
    <div class="stack board-page">
      <BoardHeadRow
        board={board}
        changeable={changeable}
        onWall={() => set({ wall: true })}
        onLibrary={() => setLibraryOpen(true)}
        onChange={change}
        onChanged={onChanged}
      />
      <div class="spread board-bar">
        <div class="row">
          <RangeBar value={times} onChange={(next) => set(named(next))} />
          <FilterBuilder
            source="events"
            value={filters}
            scope={{ range: times.range || '30d' }}
            onChange={(items) => set({ filter: filtersAddress(items, saved) })}
          />
        </div>
        <div class="row">
          {differs && changeable && (
            <Button small onClick={save}>
              {boardViewText.saveForEveryone}
            </Button>
          )}
          {differs && (
            <Button small look="quiet" onClick={() => set(nothingElse)}>
              {boardViewText.resetToSaved}
            </Button>
          )}
          <RefreshBar
            seconds={refresh}
            answeredAt={answeredAt}
            wall={wall}
            onRefresh={(seconds) => set({ refresh: seconds }, { replace: true })}
            onLeave={() => set({ wall: false }, { replace: true })}
          />
        </div>
      </div>
      <Tiles
        board={board}
        instead={instead}
        changeable={changeable && !wall}
        round={round}
        onAnswered={onAnswered}
        onChanged={onChanged}
        library={isLibraryOpen}
        onLibraryClose={() => setLibraryOpen(false)}
      />
    </div>
  )
}
