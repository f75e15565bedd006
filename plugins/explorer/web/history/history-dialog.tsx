import type { Call } from '../api/call.js'
import type { Data } from '../api/types.js'
import { useAnswer } from '../api/use-answer.js'
import { formatTime } from '../charts/format.js'
import { Button } from '../ui/button.js'
import { Dialog } from '../ui/dialog.js'
import { Answered } from '../ui/states.js'
import { toast } from '../ui/toast.js'
import { useAction } from '../ui/use-action.js'
import './history-dialog.css'
import { historyText } from '../text/history.js'

/** A thing as it was after a change. */
export interface Version {
  readonly version: number
  readonly changed_by: string
  readonly changed_by_email: string | null
  readonly changed_at: string
  readonly changed: readonly string[]
  /** The version that this change took back to. */
  readonly restored: number | null
}

interface Props<V extends Version> {
  readonly name: string
  /** Answers `{versions}`, newest first. */
  readonly call: Call
  /** More about a version, beside its number: `3 tiles`. */
  readonly detailOf?: (version: V) => string
  /** Whether the user may take changes back. */
  readonly changeable: boolean
  readonly onRestore: (version: number) => Promise<unknown>
  readonly onChanged: () => void
  readonly onClose: () => void
}

/** Who changed something, when and what. Taking a change back is a change of its own, so it can be undone too. */
export function HistoryDialog<V extends Version>({ name, call, detailOf, changeable, ...act }: Props<V>) {
  const answer = useAnswer<Data<{ readonly versions: readonly V[] }>>(call)
  const { busy, run, problem } = useAction()
  const restore = async (version: number): Promise<void> => {
    const done = await run(() => act.onRestore(version))
    if (!done) return
    toast(historyText.restoredVersionVersion(version))
    act.onChanged()
    answer.reload()
  }
  return (
    <Dialog title={historyText.historyOfName(name)} wide onClose={act.onClose}>
      {problem !== null && (
        <p class="problem" role="alert">
          {problem.message}
        </p>
      )}
      <Answered
        answer={answer}
        isEmpty={({ data }) => data.versions.length === 0}
        empty={<p class="soft">{historyText.noChangesYet}</p>}
      >
        {({ data: { versions } }) => (
          <ol class="bare-list lines history">
            {versions.map((one, index) => (
              <li key={one.version}>
                <div>
                  <strong>{wordsOf(one)}</strong>
                  <small>
                    {[
                      historyText.version(one.version),
                      ...(detailOf === undefined ? [] : [detailOf(one)]),
                      one.changed_by_email ?? one.changed_by,
                      formatTime(one.changed_at),
                    ].join(' · ')}
                  </small>
                </div>
                {changeable && index > 0 && (
                  <Button
                    small
                    icon="history"
                    label={historyText.restoreVersionVersion(one.version)}
                    busy={busy}
                    onClick={() => void restore(one.version)}
                  >
                    {historyText.restore}
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
  if (restored !== null) return historyText.restoredVersionRestored(restored)
  return changed.length === 0 ? historyText.created : historyText.changedFields(changed)
}
