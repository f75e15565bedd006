import { publicCall, publicTileCall } from '../../boards/api.js'
import { printBoard } from '../../boards/print-board.js'
import { TileCard } from '../../boards/tile-card.js'
import type { ShownTile } from '../../boards/types.js'
import type { Data } from '../../api/types.js'
import { useAnswer } from '../../api/use-answer.js'
import { formatTime } from '../../charts/format.js'
import { rangeName } from '../../question/range-name.js'
import type { ViewProps } from '../../router/view.js'
import { PageHead } from '../../shell/page-head.js'
import { Button } from '../../ui/button.js'
import { EmptyState, ErrorState, Loading } from '../../ui/states.js'
import '../../boards/boards.css'
import '../../boards/wall.css'
import { sharedText } from '../../text/shared.js'

interface PublicBoard {
  readonly name: string
  readonly description: string | null
  readonly range: string | null
  readonly timezone: string | null
  readonly workspace_timezone: string
  readonly expires_at: string
  readonly tiles: readonly ShownTile[]
  readonly left_out: number
}

/** A board opened by its public link: without an account, read-only. */
export function SharedBoard({ params: { token = '' } }: ViewProps) {
  const { data, error, reload } = useAnswer<Data<PublicBoard>>(publicCall(token))
  if (error?.status === 404)
    return (
      <EmptyState icon="link" title={sharedText.thisLinkIsNoLongerValid} isPage>
        {sharedText.itHasExpiredWasRevokedOr}
      </EmptyState>
    )
  if (error !== null) return <ErrorState error={error} onRetry={reload} />
  if (data === null) return <Loading />
  const board = data.data
  return (
    <div class="shared-page">
      <PageHead title={board.name} summary={board.description ?? undefined}>
        {board.range !== null && <span class="tag">{rangeName(board.range)}</span>}
        <span class="tag">{board.timezone ?? board.workspace_timezone}</span>
        <Button
          look="quiet"
          icon="download"
          label={sharedText.printOrSaveAsPDF}
          onClick={() => void printBoard()}
        />
      </PageHead>
      {board.tiles.length === 0 ? (
        <EmptyState icon="board" title={sharedText.noTilesToShow}>
          {sharedText.thisBoardHasNoTilesThat}
        </EmptyState>
      ) : (
        <div class="board">
          {board.tiles.map((tile) => (
            <TileCard key={tile.id} tile={tile} call={publicTileCall(token, tile.id)} marks={false} />
          ))}
        </div>
      )}
      <footer class="shared-foot">
        <span>{sharedText.sharedFromSextantTheLinkIs(formatTime(board.expires_at))}</span>
        {board.left_out > 0 && <span>{sharedText.membersSeeLeftOutMore(board.left_out)}</span>}
      </footer>
    </div>
  )
}
