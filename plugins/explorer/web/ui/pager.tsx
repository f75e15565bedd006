import { Button } from './button.js'

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
  const number = (value: number): string => value.toLocaleString('en')
  return (
    <nav class="pager" aria-label="Pages">
      <Button small disabled={offset === 0} onClick={() => onMove(Math.max(0, offset - limit))}>
        Previous
      </Button>
      <span class="soft number">
        {number(offset + 1)}–{number(offset + length)}
        {total !== undefined && ` of ${number(total)}`}
      </span>
      <Button small disabled={!hasMore} onClick={() => onMove(offset + limit)}>
        Next
      </Button>
    </nav>
  )
}
