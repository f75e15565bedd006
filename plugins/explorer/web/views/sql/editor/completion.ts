import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete'
import { syntaxTree } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { completionsAt, writtenAt, type Known, type Offer } from '../complete.js'

const types: Readonly<Record<Offer['kind'], string>> = {
  table: 'type',
  column: 'property',
  function: 'function',
  keyword: 'keyword',
  parameter: 'variable',
}

/** Inserts a function with its parentheses, and puts the caret between them. */
function call(view: EditorView, { label }: Completion, from: number, to: number): void {
  const isOpen = view.state.sliceDoc(to, to + 1) === '('
  const insert = isOpen ? label : `${label}()`
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + label.length + 1 },
    userEvent: 'input.complete',
  })
}

function optionOf({ text, kind, detail, about }: Offer): Completion {
  return {
    label: text,
    type: types[kind],
    ...(detail === '' ? {} : { detail }),
    ...(about === '' ? {} : { info: about }),
    ...(kind === 'function' ? { apply: call } : {}),
  }
}

/** Completes the names of the storage's tables, columns and functions; `known` returns those loaded so far. */
export const completion = (known: () => Known): Extension =>
  autocompletion({
    override: [(context) => completionsIn(context, known())],
    icons: false,
    // The order is that of completionsAt().
    activateOnTypingDelay: 40,
  })

function completionsIn({ state, pos, explicit }: CompletionContext, known: Known): CompletionResult | null {
  const { name } = syntaxTree(state).resolveInner(pos, -1)
  if (name === 'String' || name.endsWith('Comment')) return null
  const statement = state.doc.toString()
  const written = writtenAt(statement, pos)
  if (written.word === '' && !explicit) return null
  const { from, offers } = completionsAt(statement, written, known)
  const isWritten = offers.length === 1 && offers[0]?.text === statement.slice(from, pos)
  if (offers.length === 0 || (isWritten && !explicit)) return null
  return { from, options: offers.map(optionOf), filter: false }
}
