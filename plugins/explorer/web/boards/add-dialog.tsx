import { useState } from 'preact/hooks'
import { addressOf, type Call } from '../api/call.js'
import { useAnswer } from '../api/use-answer.js'
import { breakdownName } from '../question/breakdown.js'
import { metricName } from '../question/metric-picker.js'
import { hrefOf, navigate, query } from '../router/location.js'
import { SelectField } from '../ui/choice-fields.js'
import { TextField } from '../ui/field.js'
import { toast } from '../ui/toast.js'
import { addTile, boardsCall, createBoard, mayChange, type Boards } from './api.js'
import { TileDialog } from './tile-dialog.js'
import type { Question } from './types.js'
import { viewAddress } from './view-address.js'

interface Props {
  /** The view's requests; each becomes a tile. */
  readonly calls: readonly Call[]
  /** The view's title. */
  readonly title: string
  readonly onClose: () => void
}

const newBoard = 'new'

/** Adds the requests of a view to a board, one tile each. */
export function AddDialog({ calls, title, onClose }: Props) {
  const answer = useAnswer<Boards>(boardsCall)
  const boards = answer.data?.data.boards.filter(mayChange) ?? []
  const [chosen, setChosen] = useState<string | null>(null)
  const [name, setName] = useState('')
  const board = chosen ?? boards[0]?.id ?? newBoard
  const address = viewAddress()
  const put = async ({
    title: given,
    chart,
  }: {
    readonly title: string
    readonly chart: string
  }): Promise<void> => {
    const to = board === newBoard ? (await createBoard({ name, range: '30d' })).id : board
    for (const [index, call] of calls.entries()) {
      const own = calls.length === 1 || index === 0 ? given : titleOf(call, title)
      await addTile(to, { title: own, chart, question: questionOf(call), view: address, ...sizeOf(chart) })
    }
    toast(calls.length === 1 ? 'Tile added to the board' : `${calls.length} tiles added to the board`)
    navigate(hrefOf(`/boards/${to}`))
  }
  const first = calls[0]
  return (
    <TileDialog
      title="Add to board"
      action="Add"
      tile={{ title: first === undefined ? title : titleOf(first, title), chart: lookOf() }}
      onSubmit={put}
      onClose={onClose}
    >
      <SelectField
        label="Board"
        value={board}
        options={[
          ...boards.map(({ id, name }) => ({ value: id, label: name })),
          { value: newBoard, label: 'New board…' },
        ]}
        onChange={setChosen}
      />
      {board === newBoard && (
        <TextField label="Board name" value={name} onInput={setName} maxLength={200} required />
      )}
    </TileDialog>
  )
}

/** The size of a new tile in columns and rows of the grid. */
const sizeOf = (chart: string) => (chart === 'number' ? { width: 3, height: 2 } : { width: 6, height: 5 })

/** A request as the saved question of a tile. */
function questionOf(call: Call): Question {
  if (call.method === 'POST') return { path: call.path, body: call.body ?? {} }
  const search = addressOf(call).split('?')[1]
  return { path: call.path, ...(search === undefined ? {} : { query: search }) }
}

/** The title of a tile: `DAU by plan`, `Event signup`, or the view's title for a POST. */
function titleOf({ method, path, query: given }: Call, title: string): string {
  const of = (name: string): string | undefined => given.find(([key]) => key === name)?.[1]
  if (method === 'POST') return title
  const [, rest = ''] = path.split('/api/v1/metrics/')
  const name = rest === 'query' ? (of('metric') ?? '') : rest
  const by = breakdownName(of('breakdown') ?? of('breakdowns') ?? '')
  const event = of('event') ?? of('name')
  const parts = decodeURIComponent(name)
    .split('/')
    .map((part) => metricName(part.replaceAll('-', '_')))
  return [parts.join(': '), event, by === '' ? undefined : `by ${by}`]
    .filter((part) => part !== undefined && part !== '')
    .join(' ')
}

/** The chart type that the view has in its address; `auto` if it has none. */
const lookOf = (): string => {
  const look = query.peek().get('look')
  return look !== null && /^(line|area|bar|number|table)$/.test(look) ? look : 'auto'
}
