import { useEffect, useState } from 'preact/hooks'
import { loadMe, me } from '../api/account.js'
import { may } from '../api/roles.js'
import { workspace } from '../api/workspace.js'
import { hrefOf, path, query } from '../router/location.js'
import { Button } from '../ui/button.js'
import { Dialog } from '../ui/dialog.js'
import type { Shared } from '../api/use-shared.js'
import type { DialogName } from '../palette/actions.js'
import { lazy } from '../router/lazy.js'
import type { View } from '../router/view.js'
import { Awaited, EmptyState, NoRight } from '../ui/states.js'
import type { FoundView } from './find-view.js'
import { Brand } from './brand.js'
import { Sidebar } from './sidebar.js'
import { Shortcuts } from './shortcuts.js'
import { useKeys } from './use-keys.js'
import { shellText } from '../text/shell.js'

const palette = lazy(async () => (await import('../palette/palette.js')).Palette)
const actionDialog = lazy(async () => (await import('../palette/action-dialog.js')).ActionDialog)
/** After the open view has loaded its own code. */
const paletteAfter = 1_500

type Overlay = 'palette' | 'navigation' | DialogName | null

export interface ShellProps {
  readonly found: FoundView | null
  readonly views: readonly View[]
  /** The list of the pages of plugins; their views are among `views` once it is loaded. */
  readonly ofPlugins: Shared<unknown>
}

/** The frame around every view: navigation, workspace switcher and keyboard shortcuts. */
export function Shell({ found, views, ofPlugins }: ShellProps) {
  const [overlay, setOverlay] = useState<Overlay>(null)
  // A dialog reports its closing late; by then another one may be open.
  const closeOf = (closed: Overlay) => (): void => setOverlay((open) => (open === closed ? null : open))
  useKeys({
    'mod+k': () => setOverlay('palette'),
    '/': () => setOverlay('palette'),
    '?': () => setOverlay('shortcuts'),
  })
  useEffect(() => setOverlay(null), [path.value])
  useEffect(() => {
    const timer = setTimeout(palette.preload, paletteAfter)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div class="shell">
      <a class="skip" href="#main">
        {shellText.skipToContent}
      </a>
      <Sidebar views={views} onSearch={() => setOverlay('palette')} onKeys={() => setOverlay('shortcuts')} />
      <div class="main">
        <header class="topbar">
          <Button
            look="quiet"
            icon="menu"
            label={shellText.navigation}
            onClick={() => setOverlay('navigation')}
          />
          <Brand />
          <Button look="quiet" icon="search" label={shellText.search} onClick={() => setOverlay('palette')} />
        </header>
        <main id="main" tabIndex={-1} class="page">
          <Content found={found} ofPlugins={ofPlugins} />
        </main>
      </div>
      {overlay === 'palette' && (
        <palette.component views={views} onDialog={setOverlay} onClose={closeOf('palette')} />
      )}
      {overlay === 'shortcuts' && <Shortcuts onClose={closeOf('shortcuts')} />}
      {overlay !== null && overlay !== 'palette' && overlay !== 'navigation' && overlay !== 'shortcuts' && (
        <actionDialog.component name={overlay} onClose={closeOf(overlay)} />
      )}
      {overlay === 'navigation' && (
        <Dialog title="Sextant" look="left" onClose={closeOf('navigation')}>
          <Sidebar
            views={views}
            onSearch={() => setOverlay('palette')}
            onKeys={() => setOverlay('shortcuts')}
          />
        </Dialog>
      )}
    </div>
  )
}

function Content({ found, ofPlugins }: Pick<ShellProps, 'found' | 'ofPlugins'>) {
  // The address may be that of a page in a list that is not loaded yet.
  if (found === null && workspace.value !== null && ofPlugins.data === null)
    return <Awaited list={ofPlugins} />
  if (found === null)
    return (
      <EmptyState
        isPage
        title={shellText.pageNotFound}
        actions={<Button href={hrefOf('/')}>{shellText.goToTheStartPage}</Button>}
      >
        {shellText.checkTheAddressOrChooseA}
      </EmptyState>
    )
  const { view, params } = found
  if ((view.access ?? 'workspace') === 'workspace' && workspace.value === null) return <NoWorkspace />
  if (view.role !== undefined && !may(view.role)) return <NoRight needed={view.role} />
  // The key resets the view's state when the workspace or the path changes.
  return <view.component key={`${workspace.value?.id ?? ''} ${path.value}`} params={params} />
}

/** Shown for a link to a workspace of others, and for an account without workspaces. */
function NoWorkspace() {
  const asked = query.value.get('workspace')
  const none = me.value?.workspaces.length === 0
  return (
    <EmptyState
      icon="board"
      title={none ? shellText.youHaveNoWorkspaceYet : shellText.youAreNotAMemberOf}
      actions={<Button onClick={() => void loadMe()}>{shellText.checkAgain}</Button>}
    >
      {none ? shellText.aWorkspaceHoldsTheDataOf : shellText.anAdminOfWorkspaceCanInvite(asked ?? '')}
    </EmptyState>
  )
}
