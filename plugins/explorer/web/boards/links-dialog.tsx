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
  ['365', 'A year'],
] as const

/** Shows a board to people without an account, until a day. */
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
    toast('The link has ended')
  }
  if (board.visibility === 'private')
    return (
      <Dialog title="Public links" onClose={onClose}>
        <p>A board that only you see has no links. Show it to the workspace first.</p>
      </Dialog>
    )
  return (
    <Dialog title="Public links" onClose={onClose}>
      <div class="stack">
        <p class="soft">
          Whoever has the link sees this board as it stands then, without an account, and nothing else: no
          people, no questions, no other range.
        </p>
        {hidden.length > 0 && (
          <p class="note">
            {hidden.length === 1 ? 'One tile is' : `${hidden.length} tiles are`} left out, because{' '}
            {hidden.length === 1 ? 'it tells' : 'they tell'} who people are or what log lines say:{' '}
            <strong>{hidden.map(({ title }) => title).join(', ')}</strong>.
          </p>
        )}
        {may('editor') && (
          <div class="spread">
            <Segmented
              label="How long it is good for"
              value={life}
              options={lives.map(([value, label]) => ({ value, label }))}
              onChange={setLife}
            />
            <Button look="primary" icon="link" busy={busy} onClick={() => void run(create)}>
              Make a link
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
            <small>It is shown this once: copy it now.</small>
          </>
        )}
        <Answered
          answer={answer}
          isEmpty={({ data }) => data.links.length === 0}
          empty={<p class="faint">There is no link now.</p>}
        >
          {({ data }) => (
            <ul class="bare-list links">
              {data.links.map((link) => (
                <li key={link.id} class="spread">
                  <span>
                    Good until {formatTime(link.expires_at)}
                    <br />
                    <small>made {formatTime(link.created_at)}</small>
                  </span>
                  <Button small look="danger" onClick={() => void run(() => end(link.id))}>
                    End it
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
