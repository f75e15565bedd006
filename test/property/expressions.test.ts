import { readFileSync } from 'node:fs'
import t from 'tap'
import { expressionFunctions, ServiceError } from '../../contract/index.js'
import { createMemoryStore } from '../../storage-adapters/memory/store.js'
import { checkCases } from './check-expression-cases.js'
import { expressionCases, wrongExpressions } from './expression-cases.js'
import { lowered } from './expressions.js'

t.test('values worked by hand', (t) => checkCases(t, { memory: createMemoryStore() }))

t.test('every function has a case', (t) => {
  const written = expressionCases.flatMap(({ values }) => Object.keys(values)).join(' ')
  for (const name of Object.keys(expressionFunctions)) t.ok(written.includes(`${name}(`), name)
  t.end()
})

t.test('wrong expressions name the column', (t) => {
  for (const [expression, column, message] of wrongExpressions) {
    const fault = faultOf(expression)
    const [, found, words] = /^expression, column (\d+): ([^]*)$/.exec(fault) ?? []
    t.equal(Number(found), column, `${expression}: ${fault}`)
    t.match(words, message, expression)
  }
  t.match(faultOf('1 + '.repeat(300) + '1'), /at most 1000 characters/)
  t.end()
})

t.test('conditions within conditions are read once', (t) => {
  // Read twice at each level, this would never end.
  t.equal(faultOf(`${'if('.repeat(50)}1 = 1${', 1 = 1, 1 = 1)'.repeat(50)}`), 'no error')
  t.end()
})

function faultOf(expression: string): string {
  try {
    lowered(expression, null)
    return 'no error'
  } catch (error) {
    const { cause } = error as Error
    return cause instanceof ServiceError ? cause.message : String(error)
  }
}

t.test('docs/expressions.md lists the functions', (t) => {
  const page = readFileSync(new URL('../../../docs/expressions.md', import.meta.url), 'utf8')
  const rows = [...page.matchAll(/^\| `([^`]+)` \| (.+) \|$/gm)].map(([, usage, summary]) => [usage, summary])
  const functions = Object.values(expressionFunctions).map(({ usage, summary }) => [usage, summary])
  t.strictSame(rows.slice(-functions.length), functions)
  t.end()
})
