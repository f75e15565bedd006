import { useEffect } from 'preact/hooks'
import type { Call } from '../api/call.js'
import { useAnswer } from '../api/use-answer.js'
import { formatPercent } from '../charts/format.js'
import { metricName } from '../data/metric-name.js'
import { Answered, EmptyState } from '../ui/states.js'
import { shapeOf, type Shape } from './answer-shape.js'
import { Bars } from './bars.js'
import { CohortGrid } from './cohort-grid.js'
import { RowsTable } from './rows-table.js'
import { SeriesTile } from './series-tile.js'
import { SqlTile } from './sql-tile.js'
import { together } from './together.js'
import type { ShownTile } from './types.js'
import { boardsText } from '../text/boards.js'

interface Props {
  readonly tile: ShownTile
  readonly call: Call
  readonly height: number
  readonly marks: boolean
  /** A number that changes when the data is to be loaded again. */
  readonly round?: number
  /** Called with the time when an answer has arrived, in milliseconds since 1970. */
  readonly onAnswered?: (at: number) => void
  /** Called when the first answer is shown, or could not be loaded. */
  readonly onSettled?: () => void
}

/** Loads the data of a tile and draws it according to its shape. */
export function TileAnswer({ tile, call, height, marks, round = 0, onAnswered, onSettled }: Props) {
  const answer = useAnswer<unknown>(call, together)
  useEffect(() => {
    if (round > 0) answer.reload()
  }, [round])
  useEffect(() => {
    if (answer.data !== null) onAnswered?.(Date.now())
  }, [answer.data])
  const isSettled = answer.data !== null || answer.error !== null || answer.cancelled
  useEffect(() => {
    if (isSettled) onSettled?.()
  }, [isSettled])
  return (
    <Answered
      answer={answer}
      isEmpty={(body) => isEmpty(shapeOf(body))}
      empty={<p class="tile-empty">{boardsText.noDataInThisRange}</p>}
    >
      {(body) => <Shown {...{ tile, call, height, marks }} shape={shapeOf(body)} />}
    </Answered>
  )
}

interface ShownProps extends Pick<Props, 'tile' | 'call' | 'height' | 'marks'> {
  readonly shape: Shape
}

function Shown({ tile, call, shape, height, marks }: ShownProps) {
  const { title } = tile
  switch (shape.of) {
    case 'series':
      return (
        <SeriesTile
          tile={tile}
          data={shape.data}
          kind={shape.ratio ? 'ratio' : (tile.asks?.kind ?? 'value')}
          asked={timesOf(call)}
          height={height}
          marks={marks}
        />
      )
    case 'top':
      return <Bars caption={title} bars={shape.data.map(({ label, count }) => ({ label, value: count }))} />
    case 'funnel':
      return (
        <Bars
          caption={title}
          bars={shape.steps.map(({ step, event, count, overall_rate }) => ({
            label: `${step}. ${event}`,
            value: count,
            more: formatPercent(overall_rate),
          }))}
        />
      )
    case 'groups':
      return (
        <Bars caption={title} bars={shape.groups.map(({ group, size }) => ({ label: group, value: size }))} />
      )
    case 'cohorts':
      return <CohortGrid caption={title} cohorts={shape.cohorts} />
    case 'rows': {
      const counted = shape.rows.flatMap(({ segment, users }) =>
        typeof segment === 'string' && typeof users === 'number' ? [{ label: segment, value: users }] : [],
      )
      return counted.length > 0 && counted.length === shape.rows.length ? (
        <Bars
          caption={title}
          bars={counted.map(({ label, value }) => ({ label: metricName(label), value }))}
        />
      ) : (
        <RowsTable caption={title} rows={shape.rows} />
      )
    }
    case 'sql':
      return <SqlTile tile={tile} result={shape.result} height={height} marks={marks} />
    case 'other':
      return (
        <EmptyState title={boardsText.thisResultCannotBeDrawn}>{boardsText.openItInTheExplorer}</EmptyState>
      )
  }
}

/** The range and the time zone that the request sets; those of the question itself are not known here. */
const timesOf = ({ query }: Call) =>
  Object.fromEntries(query.filter(([name]) => name === 'range' || name === 'timezone'))

function isEmpty(shape: Shape): boolean {
  switch (shape.of) {
    case 'series':
      return shape.data.points.length === 0
    case 'top':
      return shape.data.length === 0
    case 'funnel':
      return shape.steps.every(({ count }) => count === 0)
    case 'groups':
      return shape.groups.length === 0
    case 'cohorts':
      return shape.cohorts.length === 0
    case 'rows':
      return shape.rows.length === 0
    case 'sql':
      return shape.result.rows.length === 0
    case 'other':
      return false
  }
}
