import { useState } from 'preact/hooks'
import type { Call } from '../api/call.js'
import { may } from '../api/roles.js'
import { AddDialog } from '../boards/add-dialog.js'
import { sqlPath } from '../boards/view-address.js'
import { SaveDialog } from '../library/save-dialog.js'
import { titleOfPage } from '../shell/page-title.js'
import { Button } from '../ui/button.js'
import { copy } from '../ui/copy.js'
import { Dialog } from '../ui/dialog.js'
import { Menu, type MenuItem } from '../ui/menu.js'
import { saveSheet, type Sheet } from './csv.js'
import { curlLines, useViewCalls } from './view-calls.js'
import { shareText } from '../text/share.js'
import { Rich } from '../ui/rich.js'

interface Props {
  /** The requests of the view; each is shown as a curl command. */
  readonly calls: readonly Call[]
  /** The data of the view; null while there is none. */
  readonly sheet: (() => Sheet) | null
  readonly more?: readonly MenuItem[]
  /** Whether the menu belongs to a part of a view; it is less prominent then. */
  readonly part?: boolean
}

/** The share menu of a view: its link, its API requests, saving it, adding it to a board, and a CSV export. */
export function ShareMenu({ calls, sheet, more = [], part = false }: Props) {
  const [open, setOpen] = useState<'curl' | 'board' | 'save' | null>(null)
  useViewCalls(part ? null : calls)
  const questions = calls.filter(isQuestion)
  const items: readonly MenuItem[] = [
    {
      label: shareText.copyLink,
      icon: 'link',
      onSelect: () => void copy(location.href, shareText.linkCopied),
    },
    ...(calls.length === 0
      ? []
      : [{ label: shareText.showAsAPICall, icon: 'code', onSelect: () => setOpen('curl') } as const]),
    ...(questions.length > 0 && may('editor')
      ? ([
          { label: shareText.saveQuestion, icon: 'star', onSelect: () => setOpen('save') },
          { label: shareText.addToBoard, icon: 'board', onSelect: () => setOpen('board') },
        ] as const)
      : []),
    ...(sheet === null
      ? []
      : [{ label: shareText.exportCSV, icon: 'download', onSelect: () => saveSheet(sheet()) } as const]),
    ...more,
  ]
  return (
    <>
      {part ? (
        <Menu
          label={shareText.shareAndExport}
          text=""
          icon="share"
          look="quiet"
          arrow={false}
          align="end"
          items={items}
        />
      ) : (
        <Menu
          label={shareText.shareAndExport}
          text={shareText.share}
          icon="share"
          align="end"
          items={items}
        />
      )}
      {open === 'curl' && <CurlDialog calls={calls} onClose={() => setOpen(null)} />}
      {open === 'save' && (
        <SaveDialog calls={questions} title={titleOfPage()} onClose={() => setOpen(null)} />
      )}
      {open === 'board' && (
        <AddDialog calls={questions} title={titleOfPage()} onClose={() => setOpen(null)} />
      )}
    </>
  )
}

/** Whether a board can store the request: metrics, queries and SQL statements. */
const isQuestion = ({ method, path }: Call): boolean =>
  method === 'GET'
    ? path.startsWith('/api/v1/metrics/')
    : method === 'POST' && (path === sqlPath || !path.startsWith('/api/v1/data/'))

function CurlDialog({ calls, onClose }: { readonly calls: readonly Call[]; readonly onClose: () => void }) {
  const whole = curlLines(calls)
  return (
    <Dialog
      title={calls.length === 1 ? shareText.apiCallOfThisView : shareText.apiCallsOfThisView(calls.length)}
      wide
      onClose={onClose}
      actions={
        <Button look="primary" icon="copy" onClick={() => void copy(whole, shareText.copied)}>
          {shareText.copy}
        </Button>
      }
    >
      <p class="soft">
        <Rich text={shareText.setTheToken} />
      </p>
      <pre class="code">{whole}</pre>
    </Dialog>
  )
}
