import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { root } from './source-files.js'

interface Finding {
  readonly line: number
  readonly finding: string
}

interface Voice {
  readonly voicePaths: readonly string[]
  findingsOf(paths: readonly string[]): readonly string[]
  commentFindings(text: string): readonly string[]
  messageFindings(text: string): readonly string[]
  pageFindings(text: string): readonly Finding[]
  sourceFindings(name: string, text: string, isTest: boolean): readonly Finding[]
}

const { voicePaths, ...voice } = (await import(pathToFileURL(join(root, 'tools/voice.js')).href)) as Voice
const { findingsOf, commentFindings, messageFindings, pageFindings, sourceFindings } = voice

t.test('no comment, text, error message or page uses a wording that the voice rules out', (t) => {
  t.strictSame(findingsOf(voicePaths), [])
  t.end()
})

t.test('each wording is found where it stands', (t) => {
  t.equal(commentFindings('Of rows that are gone.').length, 1)
  t.equal(commentFindings('* Rows are read\n * anew.').length, 1)
  t.strictSame(commentFindings('Offers rows again.'), [])
  t.equal(messageFindings('unknown board.').length, 1)
  t.equal(messageFindings('There is no such board').length, 1)
  t.strictSame(messageFindings('unknown board ${}; use one of a, b'), [])
  t.strictSame(pageFindings('one\n```\nanew\n```\nwhoever'), [
    { line: 5, finding: '"whoever": say the reader, the caller, anyone' },
  ])
  const source = [
    '// Of one',
    'const a = 1 // refused',
    "const b = 'a text that is told'",
    "throw new ServiceError('NOT_FOUND', `There is no ${a}.`)",
  ].join('\n')
  t.strictSame(
    sourceFindings('a.ts', source, false).map(({ line }) => line),
    [1, 2, 3, 4, 4],
  )
  t.strictSame(
    sourceFindings('a.ts', source, true).map(({ line }) => line),
    [1, 2],
    'the texts of tests are data',
  )
  t.end()
})
