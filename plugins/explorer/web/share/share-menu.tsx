import { useState } from 'preact/hooks'
import { curlOf, type Call } from '../api/call.js'
import { may } from '../api/roles.js'
import { workspace } from '../api/workspace.js'
import { AddDialog } from '../boards/add-dialog.js'
import { Button } from '../ui/button.js'
import { copy } from '../ui/copy.js'
import { Dialog } from '../ui/dialog.js'
import { Menu, type MenuItem } from '../ui/menu.js'
import { saveSheet, type Sheet } from './csv.js'

interface Props {
  /** What the view asks; each is shown as a line for a shell. */
  readonly calls: readonly Call[]
  /** What the view shows; null: nothing yet. */
  readonly sheet: (() => Sheet) | null
  readonly more?: readonly MenuItem[]
  /** Of a part of a view: it stands back behind what it belongs to. */
  readonly part?: boolean
}

/** What every view can be taken away as: a link, a line for a shell, a file. */
export function ShareMenu({ calls, sheet, more = [], part = false }: Props) {
  const [open, setOpen] = useState<'curl' | 'board' | null>(null)
  const questions = calls.filter(isQuestion)
  const items: readonly MenuItem[] = [
    { label: 'Copy the link', icon: 'link', onSelect: () => void copy(location.href, 'The link is copied') },
    ...(calls.length === 0
      ? []
      : [{ label: 'Show as API call', icon: 'code', onSelect: () => setOpen('curl') } as const]),
    ...(questions.length > 0 && may('editor')
      ? [{ label: 'Add to a board', icon: 'board', onSelect: () => setOpen('board') } as const]
      : []),
    ...(sheet === null
      ? []
      : [{ label: 'Export CSV', icon: 'download', onSelect: () => saveSheet(sheet()) } as const]),
    ...more,
  ]
  return (
    <>
      {part ? (
        <Menu
          label="Share and export"
          text=""
          icon="share"
          look="quiet"
          arrow={false}
          align="end"
          items={items}
        />
      ) : (
        <Menu label="Share and export" text="Share" icon="share" align="end" items={items} />
      )}
      {open === 'curl' && <CurlDialog calls={calls} onClose={() => setOpen(null)} />}
      {open === 'board' && (
        <AddDialog calls={questions} title={titleOfPage()} onClose={() => setOpen(null)} />
      )}
    </>
  )
}

/** What a board can keep: metrics and queries, not SQL. */
const isQuestion = ({ method, path }: Call): boolean =>
  method === 'GET'
    ? path.startsWith('/api/v1/metrics/')
    : method === 'POST' && !path.startsWith('/api/v1/data/')

const titleOfPage = (): string => document.title.replace(/ · Sextant$/, '')

function CurlDialog({ calls, onClose }: { readonly calls: readonly Call[]; readonly onClose: () => void }) {
  const lines = calls.map((call) => curlOf(call, location.origin, workspace.value?.id ?? null))
  const whole = lines.join('\n\n')
  return (
    <Dialog
      title={calls.length === 1 ? 'The API call of this view' : `The ${calls.length} API calls of this view`}
      wide
      onClose={onClose}
      actions={
        <Button look="primary" icon="copy" onClick={() => void copy(whole, 'Copied')}>
          Copy
        </Button>
      }
    >
      <p class="soft">
        <code>SEXTANT_TOKEN</code> is a query key of the workspace, or a token of{' '}
        <code>POST /api/v1/auth/login</code>.
      </p>
      <pre class="code">{whole}</pre>
    </Dialog>
  )
}
