import { useMemo, useState } from 'preact/hooks'
import { logOut } from '../api/account.js'
import { recentOf, remember } from '../api/recent.js'
import { may } from '../api/roles.js'
import { workspace } from '../api/workspace.js'
import { hrefOf, navigate } from '../router/location.js'
import type { View } from '../router/view.js'
import { curlLines, viewCalls } from '../share/view-calls.js'
import { setTheme } from '../shell/theme.js'
import { copy } from '../ui/copy.js'
import { Dialog } from '../ui/dialog.js'
import { PickerList } from '../ui/picker.js'
import { actionEntries, offeredActions, type Action, type DialogName } from './actions.js'
import { recentEntries, withRecent } from './recent-entries.js'
import { found, searchable } from './search.js'
import { useEntries } from './use-entries.js'
import { usePeople } from './use-people.js'
import { paletteText } from '../text/palette.js'

interface Props {
  readonly views: readonly View[]
  /** Opens a dialog in place of the palette. */
  readonly onDialog: (name: DialogName) => void
  readonly onClose: () => void
}

/** What the actions do that open neither a dialog nor a view. */
const does: Readonly<Record<string, () => void>> = {
  'copy-link': () => void copy(location.href, paletteText.linkCopied),
  'copy-curl': () => void copy(curlLines(viewCalls.peek()), paletteText.copiedAsCurl),
  'theme-light': () => setTheme('light'),
  'theme-dark': () => setTheme('dark'),
  'theme-system': () => setTheme('system'),
  'log-out': () => void logOut(),
}

/** The command palette: opens anything of the workspace by its name, and offers the actions of the user's role. */
export function Palette({ views, onDialog, onClose }: Props) {
  const [typed, setTyped] = useState('')
  const id = workspace.value?.id ?? ''
  const [recent] = useState(() => recentOf(id))
  const lists = useEntries(views, typed)
  const people = usePeople(id === '' ? '' : typed)
  const actions = useMemo(() => {
    const act = ({ id: name, dialog }: Action): void =>
      dialog === undefined ? does[name]?.() : onDialog(dialog)
    return actionEntries(offeredActions(may, viewCalls.peek().length > 0), act)
  }, [id])
  const entries = useMemo(() => [...lists.entries, ...actions], [lists.entries, actions])
  const prepared = useMemo(
    () => searchable(withRecent(recentEntries(recent, entries, lists.loaded), entries)),
    [entries, lists.loaded.size],
  )
  const shown = [...found(prepared, typed), ...found(searchable(people.entries), typed)]
  const choose = (value: string): void => {
    const entry = shown.find((one) => one.id === value)
    if (entry === undefined) return
    const { label, about, target } = entry
    if (id !== '')
      remember(id, { id: value, label, ...(about !== undefined && { about }), ...(target && { target }) })
    onClose()
    if (target !== undefined) navigate(hrefOf(target.path, target.state))
    entry.run?.()
  }
  return (
    <Dialog title={paletteText.goToAnything} look="bare" onClose={onClose}>
      <PickerList
        label={paletteText.goToAnythingOrDoSomething}
        choices={shown.map(({ id: value, label, about, section }) => ({
          value,
          label,
          ...(about !== undefined && { about }),
          group: paletteText.sections[section],
        }))}
        onSearch={setTyped}
        onChoose={choose}
        loading={lists.loading || people.loading}
      />
    </Dialog>
  )
}
