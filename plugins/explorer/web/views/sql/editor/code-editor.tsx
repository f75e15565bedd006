import { setDiagnostics } from '@codemirror/lint'
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'preact/hooks'
import type { Known } from '../complete.js'
import { offsetsOf, type TextPosition } from '../place.js'
import { extensions, inDialect, language, type EditorHooks } from './extensions.js'

/** An error of the service and the word that it is about. */
export interface Fault {
  readonly message: string
  readonly at: TextPosition
}

export interface EditorHandle {
  /** Inserts a name at the caret, with blanks around it where there are none. */
  insert(name: string): void
}

interface Props {
  /** Identifies the statement: with another one, the editor begins a new undo history. */
  readonly id: string
  readonly value: string
  readonly known: Known
  readonly fault: Fault | null
  readonly handle: { current: EditorHandle | null }
  readonly onInput: (text: string) => void
  readonly onCaret: (text: string, caret: number) => void
  readonly onRun: () => void
}

/**
 * A CodeMirror editor. It lives in a shadow root, because there its styles are constructed style sheets: the page's
 * policy forbids style elements.
 */
export function CodeEditor({ id, value, known, fault, handle, ...on }: Props) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  // The editor is made once, and calls what the view gives now.
  const latest = useRef({ known, ...on })
  latest.current = { known, ...on }

  const stateOf = (text: string): EditorState => {
    const hooks: EditorHooks = {
      known: () => latest.current.known,
      onInput: (text) => latest.current.onInput(text),
      onCaret: (text, caret) => latest.current.onCaret(text, caret),
      onRun: () => latest.current.onRun(),
    }
    return EditorState.create({ doc: text, extensions: extensions(latest.current.known.dialect, hooks) })
  }

  useLayoutEffect(() => {
    if (host.current === null) return undefined
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' })
    const editor = new EditorView({ state: stateOf(value), parent: root, root })
    view.current = editor
    return () => {
      editor.destroy()
      view.current = null
    }
  }, [])
  const shown = useRef(id)
  useLayoutEffect(() => {
    const editor = view.current
    if (editor === null) return
    if (shown.current !== id) editor.setState(stateOf(value))
    else if (editor.state.doc.toString() !== value)
      editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } })
    shown.current = id
  }, [id, value])
  useEffect(() => {
    view.current?.dispatch({ effects: language.reconfigure(inDialect(known.dialect)) })
  }, [known.dialect, id])
  // The mark and the message of an error appear in the same frame.
  useLayoutEffect(() => {
    const editor = view.current
    if (editor === null) return
    const marks = fault === null ? [] : [{ ...offsetsOf(value, fault.at), severity: 'error' as const }]
    const found = marks.map((mark) => ({ ...mark, message: fault?.message ?? '' }))
    editor.dispatch(setDiagnostics(editor.state, found))
  }, [id, fault?.message, fault?.at.line, fault?.at.column])

  useImperativeHandle(handle, () => ({
    insert(name: string) {
      const editor = view.current
      if (editor === null) return
      const { from, to } = editor.state.selection.main
      const before = editor.state.sliceDoc(Math.max(0, from - 1), from)
      const insert = /^$|[\s(,.]/.test(before) ? name : ` ${name}`
      editor.dispatch({ changes: { from, to, insert }, selection: { anchor: from + insert.length } })
      editor.focus()
    },
  }))
  return <div class="sql-editor" ref={host} />
}
