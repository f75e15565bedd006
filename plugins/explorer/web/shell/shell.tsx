import { useEffect, useState } from 'preact/hooks'
import { loadMe, me } from '../api/account.js'
import { may } from '../api/roles.js'
import { workspace } from '../api/workspace.js'
import { hrefOf, navigate, path, query } from '../router/location.js'
import { Button } from '../ui/button.js'
import { Dialog } from '../ui/dialog.js'
import { EmptyState, NoRight } from '../ui/states.js'
import { views } from '../views/index.js'
import type { FoundView } from './find-view.js'
import { Brand } from './brand.js'
import { Sidebar } from './sidebar.js'
import { Palette } from './palette.js'
import { Shortcuts } from './shortcuts.js'
import { useKeys } from './use-keys.js'

type Overlay = 'palette' | 'shortcuts' | 'navigation' | null

/** The frame around every view: navigation, workspace switcher and keyboard shortcuts. */
export function Shell({ found }: { readonly found: FoundView | null }) {
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
    if (path.value === '/' && found === null) navigate(hrefOf(views[0]?.path ?? '/'), { replace: true })
  }, [path.value])
  return (
    <div class="shell">
      <a class="skip" href="#main">
        Skip to content
      </a>
      <Sidebar onSearch={() => setOverlay('palette')} onKeys={() => setOverlay('shortcuts')} />
      <div class="main">
        <div class="topbar">
          <Button look="quiet" icon="menu" label="Navigation" onClick={() => setOverlay('navigation')} />
          <Brand />
          <Button look="quiet" icon="search" label="Search" onClick={() => setOverlay('palette')} />
        </div>
        <main id="main" tabIndex={-1} class="page">
          <Content found={found} />
        </main>
      </div>
      {overlay === 'palette' && <Palette onClose={closeOf('palette')} />}
      {overlay === 'shortcuts' && <Shortcuts onClose={closeOf('shortcuts')} />}
      {overlay === 'navigation' && (
        <Dialog title="Sextant" look="left" onClose={closeOf('navigation')}>
          <Sidebar onSearch={() => setOverlay('palette')} onKeys={() => setOverlay('shortcuts')} />
        </Dialog>
      )}
    </div>
  )
}

function Content({ found }: { readonly found: FoundView | null }) {
  if (found === null)
    return path.value === '/' ? null : (
      <EmptyState title="Page not found" actions={<Button href={hrefOf('/')}>Go to the start page</Button>}>
        Check the address, or choose a view in the navigation.
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
      title={none ? 'You have no workspace yet' : 'You are not a member of this workspace'}
      actions={<Button onClick={() => void loadMe()}>Check again</Button>}
    >
      {none
        ? 'A workspace holds the data of one product. An admin of a workspace can invite you.'
        : `An admin of “${asked ?? ''}” can invite you. You can also choose another workspace in the navigation.`}
    </EmptyState>
  )
}
