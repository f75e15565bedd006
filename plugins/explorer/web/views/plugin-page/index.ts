import { h } from 'preact'
import { get } from '../../api/call.js'
import type { Data } from '../../api/types.js'
import { useShared, type Shared } from '../../api/use-shared.js'
import { workspace } from '../../api/workspace.js'
import type { PluginPage } from '../../page/protocol.js'
import { lazy } from '../../router/lazy.js'
import { groups, type View, type ViewProps } from '../../router/view.js'
import { isIcon } from '../../ui/icon.js'
import { views } from '../index.js'

/** The pages of plugins that the user may open in the workspace. */
const list = get('/api/v1/pages')
const { component, preload } = lazy(async () => (await import('./plugin-page.js')).PluginPageView)

/** Views by page: the same page must be the same component, or it would be mounted again. */
const known = new Map<string, View>()

/** All views, in the order of the navigation: the explorer's own, then those of plugins. */
export function useViews(): { readonly views: readonly View[]; readonly ofPlugins: Shared<unknown> } {
  const ofPlugins = useShared<Data<readonly PluginPage[]>>(workspace.value === null ? null : list)
  return { views: [...views, ...(ofPlugins.data?.data ?? []).map(viewOf)], ofPlugins }
}

function viewOf(page: PluginPage): View {
  const key = JSON.stringify(page)
  const { path, title, summary, icon } = page
  const group = groups.find((one) => one === page.group)
  const view = known.get(key) ?? {
    ...{ path, title, summary, preload },
    icon: isIcon(icon) ? icon : 'board',
    ...(group === undefined ? {} : { group }),
    component: ({ params }: ViewProps) => h(component, { page, params }),
  }
  known.set(key, view)
  return view
}
