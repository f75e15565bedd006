import { me } from '../api/account.js'
import { workspace } from '../api/workspace.js'
import type { Mount, Page } from '../page/contract.js'
import type { Start, ToFrame } from '../page/protocol.js'
import { applyTheme, theme } from '../shell/theme.js'
import { api } from './api.js'
import { bridge } from './bridge.js'
import { createUi } from './ui.js'
import { queryOf } from './query.js'
import { reportErrors } from './report-errors.js'
import { passOn } from './pass-on.js'
import { frameText } from '../text/frame.js'

/** The contract between service and plugins that pages are written for. */
const contract = 1

/** Runs a page until its document is removed. Never throws: errors are reported to the explorer. */
export function runPage(start: Start, port: MessagePort): void {
  const { page, params, user } = start
  const element = document.getElementById('page')
  if (element === null) return
  const explorer = bridge(port)
  reportErrors(explorer)
  passOn(explorer)
  workspace.value = start.workspace
  me.value = { user, workspaces: [start.workspace] }
  theme.value = start.theme
  explorer.listen((message) => follow(message))
  applyTheme()
  document.title = page.title

  const query = queryOf(start.query, explorer)
  const fail = (error: unknown): void => explorer.post({ kind: 'failed', message: messageOf(error) })
  const { key, plugin, title } = page
  const navigate: Page['navigate'] = (href, { replace = false } = {}) =>
    explorer.post({ kind: 'navigate', href, replace })
  const ui = createUi({ explorer, query, fail })
  const { id, name, slug, role } = start.workspace
  const given = { contract, key, plugin, title, element, params, query, api, ui, navigate }
  whenFilled(element, () => explorer.post({ kind: 'shown' }))
  mount(start, Object.freeze({ ...given, user, workspace: { id, name, slug, role } })).then(
    () => explorer.post({ kind: 'shown' }),
    fail,
  )
}

function follow(message: ToFrame): void {
  if (message.kind === 'theme') theme.value = message.theme
}

async function mount({ page }: Start, given: Page): Promise<void> {
  await Promise.all(page.styles.map(addStyle))
  const module = (await import(/* @vite-ignore */ page.module)) as { readonly mount?: Mount }
  if (typeof module.mount !== 'function') throw new Error(frameText.itsModuleExportsNoFunction)
  await module.mount(given)
}

const addStyle = (href: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    // Without it the response must be of the same origin, and this document has none.
    link.crossOrigin = ''
    link.href = href
    link.onload = () => resolve()
    link.onerror = () => reject(new Error(frameText.itsStyleSheetHrefCannotBe(href)))
    document.head.append(link)
  })

/** A page may show itself long before `mount` resolves. */
function whenFilled(element: Element, act: () => void): void {
  const observer = new MutationObserver(() => {
    observer.disconnect()
    act()
  })
  observer.observe(element, { childList: true })
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
