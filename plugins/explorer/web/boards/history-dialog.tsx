import { useAnswer } from '../api/use-answer.js'
import { formatTime } from '../charts/format.js'
import { Button } from '../ui/button.js'
import { Dialog } from '../ui/dialog.js'
import { Answered } from '../ui/states.js'
import { toast } from '../ui/toast.js'
import { useAction } from '../ui/use-action.js'
import { historyCall, restoreVersion, type BoardHistory } from './api.js'
import type { Board, BoardVersion } from './types.js'

interface Props {
  readonly board: Board
  /** Whether the user may take changes back. */
  readonly changeable: boolean
  readonly onChanged: () => void
  readonly onClose: () => void
}

/** Who changed a board, when and what. Taking a change back is a change of its own, so it can be undone too. */
export function HistoryDialog({ board, changeable, onChanged, onClose }: Props) {
  const answer = useAnswer<BoardHistory>(historyCall(board.id))
  const { busy, run, problem } = useAction()
  const restore = async (version: number): Promise<void> => {
    const done = await run(() => restoreVersion(board.id, version))
    if (!done) return
    toast(`Restored version ${version}`)
    onChanged()
    answer.reload()
  }
  return (
    <Dialog title={`History of “${board.name}”`} wide onClose={onClose}>
      {problem !== null && (
        <p class="problem" role="alert">
          {problem.message}
        </p>
      )}
      <Answered answer={answer} isEmpty={({ data }) => data.versions.length === 0} empty={<p>No changes yet.</p>}>
        {({ data: { versions } }) => (
          <ol class="bare-list lines board-history">
            {versions.map((one, index) => (
              <li key={one.version} class="spread">
                <div>
                  <strong>{wordsOf(one)}</strong>
                  <br />
                  <small>
                    Version {one.version} · {one.tile_count} {one.tile_count === 1 ? 'tile' : 'tiles'} ·{' '}
                    {one.changed_by_email ?? one.changed_by} · {formatTime(one.changed_at)}
                  </small>
                </div>
                {changeable && index > 0 && (
                  <Button
                    small
                    icon="history"
                    label={`Restore version ${one.version}`}
                    busy={busy}
                    onClick={() => void restore(one.version)}
                  >
                    Restore
                  </Button>
                )}
              </li>
            ))}
          </ol>
        )}
      </Answered>
    </Dialog>
  )
}

const wordsOf = ({ changed, restored }: BoardVersion): string => {
  if (restored !== null) return `Restored version ${restored}`
  return changed.length === 0 ? 'Created' : `Changed ${changed.join(', ')}`
}
