import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import type { Call } from '../api/call.js'
import { formatClock } from './clock.js'
import { TextTile } from './text-tile.js'
import { TileAnswer } from './tile-answer.js'
import type { ShownTile } from './types.js'
import { useHeight } from './use-height.js'
import { boardsText } from '../text/boards.js'

export const rowHeight = 64
export const gap = 14
const usualHead = 30
/** Padding, border and the gap below the title. */
const around = 32

interface Props {
  readonly tile: ShownTile
  readonly call: Call
  readonly marks: boolean
  /** Whether the tile is being dragged or resized. */
  readonly moving?: boolean
  /** Whether the saved question of the tile is missing. */
  readonly missing?: boolean
  /** A number that changes when the data is to be loaded again. */
  readonly round?: number
  readonly onAnswered?: (at: number) => void
  /** Shown over the title while the pointer or the focus is in the tile. */
  readonly children?: ComponentChildren
  readonly corner?: ComponentChildren
}

/** A tile at its place in the board's grid. */
export function TileCard({ tile, call, marks, children, corner, ...rest }: Props) {
  const { moving = false, missing = false, round = 0, onAnswered } = rest
  const { title, left, top, width, height, text } = tile
  const head = useRef<HTMLElement>(null)
  const headHeight = useHeight(head, usualHead)
  const [at, setAt] = useState<number | null>(null)
  const whole = height * rowHeight + (height - 1) * gap
  return (
    <section
      class={moving ? 'card tile moving' : 'card tile'}
      aria-label={title}
      style={{
        gridColumn: `${left + 1} / span ${width}`,
        gridRow: `${top + 1} / span ${height}`,
        '--tile-height': `${whole}px`,
      }}
    >
      <header ref={head}>
        <h2 title={title}>{title}</h2>
        {(children !== undefined || at !== null) && (
          <div class="tile-actions">
            {at !== null && <small title={boardsText.whenThisTileWasLastAnswered}>{formatClock(at)}</small>}
            {children}
          </div>
        )}
      </header>
      <div class="tile-body">
        {text !== undefined ? (
          <TextTile text={text} title={title} />
        ) : missing ? (
          <p class="tile-empty">{boardsText.theSavedQuestionOfThisTile}</p>
        ) : (
          <TileAnswer
            tile={tile}
            call={call}
            height={whole - around - headHeight}
            marks={marks}
            round={round}
            onAnswered={(time) => {
              setAt(time)
              onAnswered?.(time)
            }}
          />
        )}
      </div>
      {corner}
    </section>
  )
}
