import { publicCall, publicTileCall } from '../../boards/api.js'
import { TileCard } from '../../boards/tile-card.js'
import type { ShownTile } from '../../boards/types.js'
import type { Data } from '../../api/types.js'
import { useAnswer } from '../../api/use-answer.js'
import { formatTime } from '../../charts/format.js'
import { rangeName } from '../../question/range-picker.js'
import type { ViewProps } from '../../router/view.js'
import { PageHead } from '../../shell/page-head.js'
import { EmptyState, ErrorState, Loading } from '../../ui/states.js'
import '../../boards/boards.css'

interface PublicBoard {
  readonly name: string
  readonly description: string | null
  readonly range: string | null
  readonly timezone: string | null
  readonly expires_at: string
  readonly tiles: readonly ShownTile[]
  readonly left_out: number
}

/** A board as its public link shows it: no account, nothing to change. */
export function SharedBoard({ params: { token = '' } }: ViewProps) {
  const { data, error, reload } = useAnswer<Data<PublicBoard>>(publicCall(token))
  if (error?.status === 404)
    return (
      <EmptyState icon="link" title="This link shows nothing any more">
        It may have ended, or was mistyped. Who sent it can make another one.
      </EmptyState>
    )
  if (error !== null) return <ErrorState error={error} onRetry={reload} />
  if (data === null) return <Loading />
  const board = data.data
  return (
    <div class="shared-page">
      <PageHead title={board.name} summary={board.description ?? undefined}>
        {board.range !== null && <span class="tag">{rangeName(board.range)}</span>}
        <span class="tag">{board.timezone ?? 'UTC'}</span>
      </PageHead>
      {board.tiles.length === 0 ? (
        <EmptyState icon="board" title="Nothing to see here">
          This board has no tiles that a public link may show.
        </EmptyState>
      ) : (
        <div class="board">
          {board.tiles.map((tile) => (
            <TileCard key={tile.id} tile={tile} call={publicTileCall(token, tile.id)} marks={false} />
          ))}
        </div>
      )}
      <footer class="shared-foot">
        <span>A board of Sextant, shown by a link that is good until {formatTime(board.expires_at)}</span>
        {board.left_out > 0 && <span>{board.left_out} more for members only</span>}
      </footer>
    </div>
  )
}
