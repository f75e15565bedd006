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
import { boardsText } from '../text/boards.js'
import { uiText } from '../text/ui.js'
import { Rich } from '../ui/rich.js'

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
    toast(boardsText.linkRevoked)
  }
  if (board.visibility === 'private')
    return (
      <Dialog title={boardsText.publicLinks} onClose={onClose}>
        <p>{boardsText.aPrivateBoardCannotHavePublic}</p>
      </Dialog>
    )
  return (
    <Dialog title={boardsText.publicLinks} onClose={onClose}>
      <div class="stack">
        <p class="soft">{boardsText.anyoneWithTheLinkSeesThe}</p>
        {hidden.length > 0 && (
          <p class="note">
            <Rich
              text={boardsText.tilesLeftOut(
                hidden.length,
                hidden.map(({ title }) => title),
              )}
            />
          </p>
        )}
        {may('editor') && (
          <div class="spread">
            <Segmented
              label={boardsText.validFor}
              value={life}
              options={lives.map(([value, label]) => ({ value, label }))}
              onChange={setLife}
            />
            <Button look="primary" icon="link" busy={busy} onClick={() => void run(create)}>
              {boardsText.createLink}
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
            <Once text={made} copied={uiText.linkCopied} />
            <small>{boardsText.copyTheLinkNowItIs}</small>
          </>
        )}
        <Answered
          answer={answer}
          isEmpty={({ data }) => data.links.length === 0}
          empty={<p class="faint">{boardsText.noPublicLinksYet}</p>}
        >
          {({ data }) => (
            <ul class="bare-list links">
              {data.links.map((link) => (
                <li key={link.id} class="spread">
                  <span>
                    {boardsText.validUntil(formatTime(link.expires_at))}
                    <br />
                    <small>{boardsText.createdAt(formatTime(link.created_at))}</small>
                  </span>
                  <Button small look="danger" onClick={() => void run(() => end(link.id))}>
                    {boardsText.revokeLink}
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
