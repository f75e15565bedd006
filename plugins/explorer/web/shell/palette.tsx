import { me } from '../api/account.js'
import { useMetrics } from '../data/metrics.js'
import { metricHref } from '../data/metric-href.js'
import { hrefOf, navigate } from '../router/location.js'
import type { View } from '../router/view.js'
import { Dialog } from '../ui/dialog.js'
import { PickerList, type Choice } from '../ui/picker.js'
import { navigation } from './find-view.js'
import { chooseWorkspace } from './choose-workspace.js'

interface Props {
  readonly views: readonly View[]
  readonly onClose: () => void
}

/** The command palette: finds views, metrics and workspaces by typing. */
export function Palette({ views, onClose }: Props) {
  const metrics = useMetrics().data ?? []
  const workspaces = me.value?.workspaces ?? []
  const choices: readonly Choice[] = [
    ...navigation(views).flatMap(([, list]) =>
      list.map(({ path, title, summary }) => ({
        value: hrefOf(path),
        label: title,
        about: summary,
        group: 'Views',
      })),
    ),
    ...metrics.map((metric) => ({
      value: metricHref(metric),
      label: metric.key,
      about: metric.summary,
      group: 'Metrics',
    })),
    ...(workspaces.length < 2 ? [] : workspaces).map(({ slug, name }) => ({
      value: `workspace:${slug}`,
      label: name,
      about: 'Open this workspace',
      group: 'Workspaces',
    })),
  ]
  const go = (value: string): void => {
    onClose()
    if (value.startsWith('workspace:')) chooseWorkspace(value.slice('workspace:'.length))
    else navigate(value)
  }
  return (
    <Dialog title="Go to" look="bare" onClose={onClose}>
      <PickerList label="Go to a view or a metric" choices={choices} onChoose={go} />
    </Dialog>
  )
}
