import { logOut, me } from '../api/account.js'
import { workspace } from '../api/workspace.js'
import { hrefOf, path } from '../router/location.js'
import { matchPath, type View } from '../router/view.js'
import { Button } from '../ui/button.js'
import { Icon } from '../ui/icon.js'
import { Menu, type MenuItem } from '../ui/menu.js'
import { Picker } from '../ui/picker.js'
import { Brand } from './brand.js'
import { navigation } from './find-view.js'
import { setTheme, theme, type Theme } from './theme.js'
import { chooseWorkspace } from './choose-workspace.js'
import { modKey } from './use-keys.js'
import { shellText } from '../text/shell.js'

interface Props {
  readonly views: readonly View[]
  readonly onSearch: () => void
  readonly onKeys: () => void
}

export const Sidebar = ({ views, onSearch, onKeys }: Props) => (
  <header class="sidebar">
    <Brand />
    <WorkspaceSwitcher />
    <button type="button" class="button plain search-button" onClick={onSearch}>
      <Icon name="search" size={16} />
      <span>
        {shellText.goTo} <kbd>{modKey} K</kbd>
      </span>
    </button>
    <nav class="navigation" aria-label={shellText.views}>
      {navigation(views).map(([group, list]) => (
        <div key={group} role="group" aria-label={shellText.groups[group]}>
          <h2>{shellText.groups[group]}</h2>
          {list.map((view) => (
            <a
              key={view.path}
              href={hrefOf(view.path)}
              aria-current={matchPath(view.path, path.value) === null ? undefined : 'page'}
            >
              <Icon name={view.icon} />
              <span class="clip">{view.title}</span>
            </a>
          ))}
        </div>
      ))}
    </nav>
    <div class="sidebar-foot">
      <UserMenu views={views} />
      <ThemeMenu />
      <Button look="quiet" icon="keyboard" label={shellText.keyboardShortcuts} onClick={onKeys} />
    </div>
  </header>
)

function WorkspaceSwitcher() {
  const all = me.value?.workspaces ?? []
  const { slug = '', name = shellText.noWorkspace } = workspace.value ?? {}
  return (
    <Picker
      label={shellText.findAWorkspace}
      text={<span aria-label={shellText.workspaceName(name)}>{name}</span>}
      choices={all.map((one) => ({ value: one.slug, label: one.name, about: one.role }))}
      value={slug}
      onChoose={chooseWorkspace}
    />
  )
}

/** The account menu: views of access `user` are listed here, not in the navigation. */
function UserMenu({ views }: Pick<Props, 'views'>) {
  const email = me.value?.user.email ?? ''
  const own: readonly MenuItem[] = views
    .filter(({ access, group }) => access === 'user' && group === undefined)
    .map(({ title, icon, path: to }) => ({ label: title, icon, href: hrefOf(to) }))
  return (
    <Menu
      label={shellText.accountEmail(email)}
      text={email}
      icon="person"
      look="quiet"
      items={[...own, { label: shellText.logOut, icon: 'logout', onSelect: () => void logOut() }]}
    />
  )
}

const themes: readonly (readonly [Theme, string, 'system' | 'sun' | 'moon'])[] = [
  ['system', shellText.system, 'system'],
  ['light', shellText.light, 'sun'],
  ['dark', shellText.dark, 'moon'],
]

const ThemeMenu = () => (
  <Menu
    label={shellText.theme}
    text=""
    arrow={false}
    icon={themes.find(([one]) => one === theme.value)?.[2] ?? 'system'}
    look="quiet"
    items={themes.map(([value, label, icon]) => ({
      label,
      icon,
      checked: theme.value === value,
      onSelect: () => setTheme(value),
    }))}
  />
)
