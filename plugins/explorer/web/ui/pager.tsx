import { Button } from './button.js'
import { uiText } from '../text/ui.js'
import { integer } from '../text/format.js'

interface Props {
  readonly offset: number
  /** The number of rows on this page, and the page size. */
  readonly length: number
  readonly limit: number
  readonly total?: number | undefined
  readonly hasMore: boolean
  readonly onMove: (offset: number) => void
}

/** "51–100 of 1,204" with buttons for the previous and the next page; renders nothing if there is only one page. */
export function Pager({ offset, length, limit, total, hasMore, onMove }: Props) {
  if (offset === 0 && !hasMore) return null
  const from = integer(offset + 1)
  const to = integer(offset + length)
  return (
    <nav class="pager" aria-label={uiText.pages}>
      <Button small disabled={offset === 0} onClick={() => onMove(Math.max(0, offset - limit))}>
        {uiText.previous}
      </Button>
      <span class="soft number">
        {total === undefined ? uiText.rowsShown(from, to) : uiText.rowsShownOf(from, to, integer(total))}
      </span>
      <Button small disabled={!hasMore} onClick={() => onMove(offset + limit)}>
        {uiText.next}
      </Button>
    </nav>
  )
}
