import { sqlText } from '../../text/sql.js'
import { Button } from '../../ui/button.js'
import { isChanged, type SqlTabs } from './tabs.js'

interface Props {
  readonly state: SqlTabs
  readonly onShow: (id: string) => void
  readonly onClose: (id: string) => void
  readonly onAdd: () => void
}

/** The open statements. Arrow keys move between them, Delete closes one. */
export function TabStrip({ state: { tabs, active }, onShow, onClose, onAdd }: Props) {
  const press = (event: KeyboardEvent, at: number): void => {
    const targets: Readonly<Record<string, number>> = {
      ArrowRight: (at + 1) % tabs.length,
      ArrowLeft: (at - 1 + tabs.length) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    }
    const target = tabs[targets[event.key] ?? -1]
    if (event.key === 'Delete') onClose(tabs[at]?.id ?? '')
    else if (target === undefined) return
    else {
      onShow(target.id)
      const list = (event.currentTarget as HTMLElement).closest('[role=tablist]')
      list?.querySelectorAll<HTMLElement>('[role=tab]')[tabs.indexOf(target)]?.focus()
    }
    event.preventDefault()
  }
  return (
    <div class="sql-tabs">
      <div role="tablist" aria-label={sqlText.tabs}>
        {tabs.map((tab, index) => {
          const { id, name, text } = tab
          return (
            <button
              type="button"
              role="tab"
              key={id}
              aria-selected={id === active}
              tabIndex={id === active ? 0 : -1}
              title={text.slice(0, 500)}
              onClick={() => onShow(id)}
              onKeyDown={(event) => press(event, index)}
            >
              <span class="clip">{sqlText.tabTitle(name, isChanged(tab))}</span>
            </button>
          )
        })}
      </div>
      <Button
        look="quiet"
        small
        icon="close"
        label={sqlText.closeTab(tabs.find(({ id }) => id === active)?.name ?? '')}
        onClick={() => onClose(active)}
      />
      <Button look="quiet" small icon="plus" label={sqlText.newTab} onClick={onAdd} />
    </div>
  )
}
