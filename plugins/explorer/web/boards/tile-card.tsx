import type { ComponentChildren } from 'preact'
import type { Call } from '../api/call.js'
import { TileAnswer } from './tile-answer.js'
import type { ShownTile } from './types.js'

export const rowHeight = 64
export const gap = 14
const head = 62

interface Props {
  readonly tile: ShownTile
  readonly call: Call
  readonly marks: boolean
  /** Whether the tile is being dragged or resized. */
  readonly moving?: boolean
  /** Whether the saved question of the tile is missing. */
  readonly missing?: boolean
  /** Shown next to the title. */
  readonly children?: ComponentChildren
  readonly corner?: ComponentChildren
}

/** A tile at its place in the board's grid. */
export function TileCard({ tile, call, marks, moving = false, missing = false, children, corner }: Props) {
  const { title, left, top, width, height } = tile
  const pixels = height * rowHeight + (height - 1) * gap - head
  return (
    <section
      class={moving ? 'card tile moving' : 'card tile'}
      aria-label={title}
      style={{
        gridColumn: `${left + 1} / span ${width}`,
        gridRow: `${top + 1} / span ${height}`,
        '--tile-height': `${height * rowHeight + (height - 1) * gap}px`,
      }}
    >
      <header>
        <h2 class="clip" title={title}>
          {title}
        </h2>
        {children}
      </header>
      <div class="tile-body">
        {missing ? (
          <p class="tile-empty">The saved question of this tile was deleted or is private.</p>
        ) : (
          <TileAnswer tile={tile} call={call} height={pixels} marks={marks} />
        )}
      </div>
      {corner}
    </section>
  )
}
