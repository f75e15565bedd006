import { formatCount } from '../../charts/format.js'
import { Button } from '../../ui/button.js'

interface Props {
  readonly offset: number
  readonly size: number
  readonly total: number
  readonly onMove: (offset: number) => void
}

/** From page to page; nothing where one page holds all. */
export const Pager = ({ offset, size, total, onMove }: Props) =>
  total <= size ? null : (
    <div class="pager">
      <small>
        {formatCount(offset + 1)} – {formatCount(Math.min(offset + size, total))} of {formatCount(total)}
      </small>
      <Button small disabled={offset === 0} onClick={() => onMove(Math.max(0, offset - size))}>
        Back
      </Button>
      <Button small disabled={offset + size >= total} onClick={() => onMove(offset + size)}>
        On
      </Button>
    </div>
  )
