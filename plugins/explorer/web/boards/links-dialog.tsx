import { useState } from 'preact/hooks'
import type { Data } from '../api/types.js'
import { useAnswer } from '../api/use-answer.js'
import { may } from '../api/roles.js'
import { formatTime } from '../charts/format.js'
import { Button } from '../ui/button.js'
import { Dialog } from '../ui/dialog.js'
import { Segmented } from '../ui/field.js'
import { Once } from '../ui/once.js'
import { Answered } from '../ui/states.js'
import { toast } from '../ui/toast.js'
import { useAction } from '../ui/use-action.js'
import { createLink, endLink, linksCall, type Link } from './api.js'
import type { Board } from './types.js'

const day = 86_400_000
const lives = [
  ['7', '7 days'],
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', '1 year'],
] as const

/** Creates, lists and revokes the public links of a board. */
export function LinksDialog({ board, onClose }: { readonly board: Board; readonly onClose: () => void }) {
  const [life, setLife] = useState<string>('30')
  const [made, setMade] = useState<string | null>(null)
  const answer = useAnswer<Data<{ readonly links: readonly Link[] }>>(linksCall(board.id))
  const { busy, run, problem } = useAction()
  const hidden = board.tiles.filter(({ for_everybody }) => !for_everybody)
  const create = async (): Promise<void> => {
    const token = await createLink(board.id, new Date(Date.now() + Number(life) * day).toISOString())
    setMade(`${location.origin}/shared/${token}`)
    answer.reload()
  }
  const end = async (id: string): Promise<void> => {
    await endLink(board.id, id)
    setMade(null)
    answer.reload()
    toast('Link revoked')
  }
  if (board.visibility === 'private')
    return (
      <Dialog title="Public links" onClose={onClose}>
        <p>A private board cannot have public links. Make it visible to the workspace first.</p>
      </Dialog>
    )
  return (
    <Dialog title="Public links" onClose={onClose}>
      <div class="stack">
        <p class="soft">
          Anyone with the link sees the current state of this board without an account, and nothing else: no
          people, no other queries, no other range.
        </p>
        {hidden.length > 0 && (
          <p class="note">
            {hidden.length === 1 ? 'One tile is' : `${hidden.length} tiles are`} left out because{' '}
            {hidden.length === 1 ? 'it shows' : 'they show'} people or log lines:{' '}
            <strong>{hidden.map(({ title }) => title).join(', ')}</strong>.
          </p>
        )}
        {may('editor') && (
          <div class="spread">
            <Segmented
              label="Valid for"
              value={life}
              options={lives.map(([value, label]) => ({ value, label }))}
              onChange={setLife}
            />
            <Button look="primary" icon="link" busy={busy} onClick={() => void run(create)}>
              Create link
            </Button>
          </div>
        )}
        {problem !== null && (
          <p class="problem" role="alert">
            {problem.message}
          </p>
        )}
        {made !== null && (
          <>
            <Once text={made} what="Link" />
            <small>Copy the link now: it is shown only once.</small>
          </>
        )}
        <Answered
          answer={answer}
          isEmpty={({ data }) => data.links.length === 0}
          empty={<p class="faint">No public links yet.</p>}
        >
          {({ data }) => (
            <ul class="bare-list links">
              {data.links.map((link) => (
                <li key={link.id} class="spread">
                  <span>
                    Valid until {formatTime(link.expires_at)}
                    <br />
                    <small>Created {formatTime(link.created_at)}</small>
                  </span>
                  <Button small look="danger" onClick={() => void run(() => end(link.id))}>
                    Revoke link
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </Answered>
      </div>
    </Dialog>
  )
}
