import {
  closeBrackets,
  closeBracketsKeymap,
  acceptCompletion,
  completionKeymap,
  completionStatus,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab, toggleComment } from '@codemirror/commands'
import { sql } from '@codemirror/lang-sql'
import { bracketMatching, indentUnit } from '@codemirror/language'
import { Compartment, type Extension } from '@codemirror/state'
import { EditorView, highlightActiveLineGutter, keymap, lineNumbers } from '@codemirror/view'
import { sqlText } from '../../../text/sql.js'
import type { Known } from '../complete.js'
import type { Dialect } from '../sql-name.js'
import { completion } from './completion.js'
import { languageOf } from './dialect.js'
import { parameterMarks } from './parameter-marks.js'
import { theme } from './theme.js'

/** What the editor calls and reads; the functions are those of the last render. */
export interface EditorHooks {
  readonly known: () => Known
  readonly onInput: (text: string) => void
  readonly onCaret: (text: string, caret: number) => void
  readonly onRun: () => void
}

export const language = new Compartment()

/** `sql()` brings the dialect's own completion of keywords, which `override` of our completion replaces. */
export const inDialect = (dialect: Dialect): Extension => sql({ dialect: languageOf(dialect) })

export function extensions(dialect: Dialect, { known, onInput, onCaret, onRun }: EditorHooks): Extension {
  return [
    lineNumbers(),
    highlightActiveLineGutter(),
    history(),
    bracketMatching(),
    closeBrackets(),
    indentUnit.of('  '),
    EditorView.lineWrapping,
    language.of(inDialect(dialect)),
    completion(known),
    parameterMarks(() => known().dialect),
    theme,
    EditorView.contentAttributes.of({
      'aria-label': sqlText.statement,
      autocapitalize: 'off',
      autocorrect: 'off',
      spellcheck: 'false',
    }),
    EditorView.updateListener.of(({ docChanged, selectionSet, state }) => {
      const text = docChanged || selectionSet ? state.doc.toString() : ''
      if (docChanged) onInput(text)
      if (docChanged || selectionSet) onCaret(text, state.selection.main.head)
    }),
    keymap.of([
      {
        key: 'Mod-Enter',
        preventDefault: true,
        run() {
          onRun()
          return true
        },
      },
      {
        key: 'Tab',
        run(view) {
          // A list that is being found, or has just come, takes no key; Tab must not indent the line meanwhile.
          return acceptCompletion(view) || completionStatus(view.state) !== null
        },
      },
      ...completionKeymap,
      // After Escape, Tab leaves the editor until it has the focus again.
      {
        key: 'Escape',
        run(view) {
          view.setTabFocusMode(true)
          return false
        },
      },
      { key: 'Mod-/', run: toggleComment },
      ...closeBracketsKeymap,
      ...historyKeymap,
      ...defaultKeymap,
      indentWithTab,
    ]),
    EditorView.domEventHandlers({
      focus(_, view) {
        view.setTabFocusMode(false)
      },
    }),
  ]
}
