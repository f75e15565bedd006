import { useAnswer } from '../api/use-answer.js'
import { formatTime } from '../charts/format.js'
import { Button } from '../ui/button.js'
import { Dialog } from '../ui/dialog.js'
import { Answered } from '../ui/states.js'
import { toast } from '../ui/toast.js'
import { useAction } from '../ui/use-action.js'
import { historyCall, restoreVersion, type History } from './api.js'
import type { SavedQuestion, Version } from './types.js'

interface Props {
  readonly question: SavedQuestion
  /** Whether the user may take changes back. */
  readonly changeable: boolean
  readonly onChanged: () => void
  readonly onClose: () => void
}

/** Who changed a question, when and what. Taking a change back is a change of its own, so it can be undone too. */
export function HistoryDialog({ question, changeable, onChanged, onClose }: Props) {
  const answer = useAnswer<History>(historyCall(question.id))
  const { busy, run, problem } = useAction()
  const restore = async (version: number): Promise<void> => {
    const done = await run(() => restoreVersion(question.id, version))
    if (!done) return
    toast(`Restored version ${version}`)
    onChanged()
    answer.reload()
  }
  return (
    <Dialog title={`History of “${question.name}”`} wide onClose={onClose}>
      {problem !== null && (
        <p class="problem" role="alert">
          {problem.message}
        </p>
      )}
      <Answered answer={answer}>
        {({ data: { versions } }) => (
          <ol class="bare-list lines question-history">
            {versions.map((one, index) => (
              <li key={one.version}>
                <div>
                  <strong>{wordsOf(one)}</strong>
                  <small>
                    Version {one.version} · {one.changed_by_email ?? one.changed_by} ·{' '}
                    {formatTime(one.changed_at)}
                  </small>
                </div>
                {changeable && index > 0 && (
                  <Button small icon="history" busy={busy} onClick={() => void restore(one.version)}>
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

const wordsOf = ({ changed, restored }: Version): string => {
  if (restored !== null) return `Restored version ${restored}`
  return changed.length === 0 ? 'Created' : `Changed ${changed.join(', ')}`
}
