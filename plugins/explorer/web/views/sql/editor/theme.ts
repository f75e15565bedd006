import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

const highlight = HighlightStyle.define([
  { tag: [tags.keyword, tags.bool, tags.null], color: 'var(--accent-text)', fontWeight: '600' },
  { tag: tags.standard(tags.name), color: 'light-dark(#8a3c99, #d8a0e6)' },
  { tag: tags.typeName, color: 'light-dark(#0b6a8f, #7cc8ee)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--good)' },
  { tag: tags.number, color: 'var(--warn)' },
  { tag: tags.comment, color: 'var(--text-faint)', fontStyle: 'italic' },
])

/** The explorer's own colours, which follow its light and its dark theme. */
const look = EditorView.theme({
  '&': { color: 'var(--text)', backgroundColor: 'var(--surface)', borderRadius: 'var(--radius)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'var(--mono)',
    fontSize: '13.5px',
    lineHeight: '21px',
    minHeight: '168px',
    maxHeight: '46vh',
  },
  '.cm-content': { padding: '10px 0', caretColor: 'var(--text)' },
  '.cm-content, .cm-gutter': { minHeight: '166px' },
  '.cm-line': { padding: '0 12px' },
  '.cm-gutters': {
    color: 'var(--text-faint)',
    backgroundColor: 'transparent',
    border: 'none',
    borderRight: '1px solid var(--line)',
  },
  '.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--text)' },
  '.cm-content ::selection, .cm-line::selection': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 30%, transparent) !important',
  },
  '&.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--accent-soft)',
    outline: '1px solid var(--accent)',
  },
  '&.cm-focused .cm-nonmatchingBracket': { backgroundColor: 'var(--bad-soft)' },
  '.cm-parameter, .cm-parameter *': { color: 'var(--accent-text)', backgroundColor: 'var(--accent-soft)' },
  '.cm-placeholder': { color: 'var(--text-faint)' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    backgroundColor: 'color-mix(in srgb, var(--bad) 18%, transparent)',
    borderBottom: '2.5px solid var(--bad)',
    borderRadius: '2px',
    paddingBottom: '0',
  },
  '.cm-lintPoint-error:after': { borderBottomColor: 'var(--bad)' },
  '.cm-tooltip': {
    color: 'var(--text)',
    backgroundColor: 'var(--raised)',
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--radius)',
    boxShadow: 'var(--shadow)',
  },
  '.cm-tooltip-lint': { padding: '2px 0' },
  '.cm-diagnostic-error': { borderLeft: '4px solid var(--bad)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'var(--mono)',
    fontSize: '13px',
    maxHeight: '264px',
    minWidth: '260px',
    maxWidth: 'min(520px, 90vw)',
    padding: '4px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    alignItems: 'baseline',
    justifyContent: 'space-between',
    gap: '16px',
    minHeight: '24px',
    padding: '2px 8px',
    borderRadius: '5px',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    color: 'var(--accent-text)',
    backgroundColor: 'var(--accent-soft)',
  },
  '.cm-completionDetail': {
    marginLeft: '0',
    fontFamily: 'var(--font)',
    fontStyle: 'normal',
    fontSize: '12px',
    color: 'var(--text-soft)',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600' },
  '.cm-completionInfo': {
    padding: '6px 10px',
    maxWidth: '320px',
    fontFamily: 'var(--font)',
    fontSize: '13px',
  },
})

export const theme: Extension = [look, syntaxHighlighting(highlight)]
