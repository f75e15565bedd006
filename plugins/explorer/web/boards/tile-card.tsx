import { useSignal, type ReadonlySignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useMemo, useRef } from 'preact/hooks'
import type { Call } from '../api/call.js'
import { formatClock } from './clock.js'
import { TextTile } from './text-tile.js'
import { TileAnswer } from './tile-answer.js'
import type { GridPlace, ShownTile } from './types.js'
import { useHeight } from './use-height.js'
import { useTurn } from './use-turn.js'
import { boardsText } from '../text/boards.js'

export const rowHeight = 64
export const gap = 14
const usualHead = 30
/** Padding, border and the gap below the title. */
const around = 32

/** The place in the board's grid as style properties. */
export const placeStyle = ({ left, top, width, height }: GridPlace) => ({
  gridColumn: `${left + 1} / span ${width}`,
  gridRow: `${top + 1} / span ${height}`,
})

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
  const { title, height, text } = tile
  const card = useRef<HTMLElement>(null)
  const head = useRef<HTMLElement>(null)
  const headHeight = useHeight(head, usualHead)
  const at = useSignal<number | null>(null)
  const [hasTurn, onSettled] = useTurn(card, text === undefined && !missing)
  const whole = height * rowHeight + (height - 1) * gap
  const room = whole - around - headHeight
  // Rendered only if one of these changes: a board renders all its cards at every step of dragging.
  const answer = useMemo(
    () => (
      <TileAnswer
        {...{ tile, call, marks, round, onSettled }}
        height={room}
        onAnswered={(time) => {
          at.value = time
          onAnswered?.(time)
        }}
      />
    ),
    [tile.id, title, tile.chart, tile.asks, JSON.stringify(call), room, marks, round],
  )
  return (
    <section
      ref={card}
      class={moving ? 'card tile moving' : 'card tile'}
      aria-label={title}
      style={{ ...placeStyle(tile), '--tile-height': `${whole}px` }}
    >
      <header ref={head}>
        <h2 title={title}>{title}</h2>
        <div class="tile-actions">
          <AnsweredAt at={at} />
          {children}
        </div>
      </header>
      <div class="tile-body">
        {text !== undefined ? (
          <TextTile text={text} title={title} />
        ) : missing ? (
          <p class="tile-empty">{boardsText.theSavedQuestionOfThisTile}</p>
        ) : hasTurn ? (
          answer
        ) : (
          <div class="loading" aria-busy="true" />
        )}
      </div>
      {corner}
    </section>
  )
}

/** Rendered by itself: an answer does not render the whole card. */
function AnsweredAt({ at: { value } }: { readonly at: ReadonlySignal<number | null> }) {
  return value === null ? null : (
    <small title={boardsText.whenThisTileWasLastAnswered}>{formatClock(value)}</small>
  )
}
