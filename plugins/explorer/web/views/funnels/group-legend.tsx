import { LegendList } from '../../charts/legend-list.js'
import type { FunnelGroup } from './result.js'
import { mostGroups } from './bars.js'
import { funnelsText } from '../../text/funnels.js'

/** The legend of the bars; renders nothing without a breakdown. */
export const GroupLegend = ({ groups }: { readonly groups: readonly FunnelGroup[] }) =>
  groups.length === 0 ? null : (
    <LegendList
      label={funnelsText.groups}
      entries={groups
        .slice(0, mostGroups)
        .map(({ dimension, overall_conversion }) => ({ name: dimension, share: overall_conversion }))}
      left={groups.length - mostGroups}
    />
  )
