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

/** What stands around every view: the way to the others, the workspace, the keys. */
export function Shell({ found }: { readonly found: FoundView | null }) {
  const [overlay, setOverlay] = useState<Overlay>(null)
  // A dialog says that it closed only after a while; another one may have been opened meanwhile.
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
        Skip to the content
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
      <EmptyState title="There is no such page" actions={<Button href={hrefOf('/')}>To the start</Button>}>
        The address may be mistyped, or the page has moved.
      </EmptyState>
    )
  const { view, params } = found
  if ((view.access ?? 'workspace') === 'workspace' && workspace.value === null) return <NoWorkspace />
  if (view.role !== undefined && !may(view.role)) return <NoRight needed={view.role} />
  // A view starts afresh in another workspace, and for another thing.
  return <view.component key={`${workspace.value?.id ?? ''} ${path.value}`} params={params} />
}

/** Nobody's fault: a link into another workspace, or an account that has none yet. */
function NoWorkspace() {
  const asked = query.value.get('workspace')
  const none = me.value?.workspaces.length === 0
  return (
    <EmptyState
      icon="board"
      title={none ? 'You have no workspace yet' : 'This workspace is not open to you'}
      actions={<Button onClick={() => void loadMe()}>Look again</Button>}
    >
      {none
        ? 'A workspace holds the data of one product. An admin can invite you to theirs.'
        : `You are no member of “${asked ?? ''}”. An admin of it can invite you; or choose another at the left.`}
    </EmptyState>
  )
}
