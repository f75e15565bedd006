import { useState } from 'preact/hooks'
import type { ApiError } from '../../api/error.js'
import { modKey } from '../../shell/use-keys.js'
import { sqlText } from '../../text/sql.js'
import { Button } from '../../ui/button.js'
import type { Known } from './complete.js'
import { CodeEditor, type EditorHandle } from './editor/code-editor.js'
import { functionAt, type SqlFunction } from './functions/signatures.js'
import { faultOf, ParameterFields } from './parameter-fields.js'
import { parametersIn, type ParameterTexts } from './parameters.js'
import { placeIn } from './place.js'
import { SaveButton } from './save-button.js'
import type { SqlTab } from './tabs.js'

interface Props {
  readonly tab: SqlTab
  readonly known: Known
  /** The error of the statement as it is written now; null if there is none. */
  readonly error: ApiError | null
  readonly isRunning: boolean
  readonly handle: { current: EditorHandle | null }
  readonly onInput: (text: string) => void
  readonly onValues: (values: ParameterTexts) => void
  readonly onRun: () => void
  readonly onCancel: () => void
  readonly onSaved: (changes: Pick<SqlTab, 'name' | 'saved'>) => void
}

/** The editor with its error, its help and the buttons that run the statement. */
export function StatementCard({
  tab,
  known,
  error,
  isRunning,
  handle,
  onInput,
  onValues,
  onRun,
  ...rest
}: Props) {
  const [around, setAround] = useState<SqlFunction | null>(null)
  const parameters = parametersIn(tab.text, known.dialect)
  const isBeside = parameters.some(({ name }) => faultOf(error, name) !== null)
  const at = error === null ? null : placeIn(error.message)
  return (
    <section class="card stack sql-statement" aria-label={sqlText.statementPart}>
      <CodeEditor
        id={tab.id}
        value={tab.text}
        known={known}
        fault={error === null || at === null ? null : { message: error.message, at }}
        handle={handle}
        onInput={onInput}
        onCaret={(text, caret) => setAround(functionAt(text, caret, known.dialect))}
        onRun={onRun}
      />
      <ParameterFields
        parameters={parameters}
        texts={tab.values ?? {}}
        error={error}
        onInput={onValues}
        onRun={onRun}
      />
      {error?.status === 422 && !isBeside && (
        <p class="problem" role="alert">
          {error.message}
        </p>
      )}
      <div class="spread">
        {around === null ? (
          <small>
            <kbd>{modKey} Enter</kbd> {sqlText.runHint}, <kbd>{sqlText.completionKey}</kbd>{' '}
            {sqlText.completionHint}, <kbd>{modKey} /</kbd> {sqlText.commentHint}, <kbd>Esc</kbd>{' '}
            {sqlText.leaveHint}
          </small>
        ) : (
          <small>
            <code>{around.signature}</code> {around.about}
          </small>
        )}
        <div class="row">
          {isRunning && <Button onClick={rest.onCancel}>{sqlText.cancel}</Button>}
          <SaveButton tab={tab} dialect={known.dialect} onSaved={rest.onSaved} />
          <Button look="primary" busy={isRunning} disabled={tab.text.trim() === ''} onClick={onRun}>
            {sqlText.run}
          </Button>
        </div>
      </div>
    </section>
  )
}
