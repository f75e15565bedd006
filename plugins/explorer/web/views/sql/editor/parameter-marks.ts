import type { Extension } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import { placeholdersIn } from '../parameters.js'
import type { Dialect } from '../sql-name.js'

const mark = Decoration.mark({ class: 'cm-parameter' })

/** Highlights the parameters of a statement. */
export const parameterMarks = (dialect: () => Dialect): Extension => {
  const marksIn = (view: EditorView): DecorationSet =>
    Decoration.set(
      placeholdersIn(view.state.doc.toString(), dialect()).map(({ from, to }) => mark.range(from, to)),
    )
  return ViewPlugin.fromClass(
    class {
      decorations: DecorationSet
      constructor(view: EditorView) {
        this.decorations = marksIn(view)
      }
      update({ docChanged, view }: ViewUpdate): void {
        if (docChanged) this.decorations = marksIn(view)
      }
    },
    { decorations: ({ decorations }) => decorations },
  )
}
