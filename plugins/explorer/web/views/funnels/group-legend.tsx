import { formatPercent } from '../../charts/format.js'
import { colorOf } from '../../charts/line.js'
import type { FunnelGroup } from './result.js'
import { mostGroups } from './bars.js'

/** Which bar is which; nothing without a breakdown. */
export function GroupLegend({ groups }: { readonly groups: readonly FunnelGroup[] }) {
  if (groups.length === 0) return null
  return (
    <ul class="legend-list" aria-label="Groups">
      {groups.slice(0, mostGroups).map(({ dimension, overall_conversion }, index) => (
        <li key={dimension}>
          <span class="swatch" style={{ '--swatch': colorOf(index) }} />
          <span class="clip">{dimension}</span>
          <small class="number">{formatPercent(overall_conversion)}</small>
        </li>
      ))}
      {groups.length > mostGroups && (
        <li class="faint">and {groups.length - mostGroups} more in the table</li>
      )}
    </ul>
  )
}
