import { formatCount } from '../charts/format.js'
import { unitName } from './counting.js'
import type { Editor } from './editor.js'
import { filterTreeText } from '../text/filter-tree.js'

/** The number of rows that a node matches, once it is known; “–” if it cannot be counted. */
export function CountMark({
  editor,
  id,
  of,
}: {
  readonly editor: Editor
  readonly id: string
  readonly of?: string
}) {
  const found = editor.countOf(id)
  if (found === undefined) return null
  const { unit, counted } = found
  const total = of === undefined ? null : (editor.countOf(of)?.counted?.count ?? null)
  const count = counted?.count ?? null
  return (
    <span class="match-count" aria-live="polite" title={counted?.error?.message}>
      {count === null ? (
        <span class="faint">{counted === null ? '…' : '–'}</span>
      ) : (
        <>
          <strong class="number">{formatCount(count)}</strong>
          {total !== null && <small> {filterTreeText.ofTotal(formatCount(total))}</small>}{' '}
          <small>{unitName(unit, total ?? count)}</small>
        </>
      )}
    </span>
  )
}
