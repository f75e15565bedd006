import { formatValue } from '../charts/format.js'
import { boardsText } from '../text/boards.js'

export interface Bar {
  readonly label: string
  readonly value: number
  /** Shown next to the value. */
  readonly more?: string
}

interface Props {
  readonly caption: string
  readonly bars: readonly Bar[]
  /** The value of a full bar; default: the largest value. */
  readonly whole?: number
}

/** A table whose values are also drawn as bars. */
export function Bars({ caption, bars, whole }: Props) {
  const most = whole ?? Math.max(1, ...bars.map(({ value }) => value))
  return (
    <div class="tile-scroll" tabIndex={0} role="group" aria-label={caption}>
      <table class="bars-table">
        <caption class="hidden">{caption}</caption>
        <colgroup>
          <col />
          <col />
          <col />
        </colgroup>
        <tbody>
          {bars.map(({ label, value, more }) => (
            <tr key={label}>
              <th scope="row" class="clip" title={label}>
                {label === '' ? boardsText.empty : label}
              </th>
              <td>
                <span class="bar-track">
                  <span style={{ width: `${most === 0 ? 0 : (100 * value) / most}%` }} />
                </span>
              </td>
              <td class="end number">
                {formatValue(value)}
                {more !== undefined && <small> {more}</small>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
