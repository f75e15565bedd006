import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { recordsUrl } from '../support/record-server.js'
import { temporaryDatabase } from '../support/records.js'
import { filesOf, guidePages, linkPackages, writeExamples } from './pages.js'
import { compileExamples, testExample } from './run-examples.js'

/** The guide's examples, written by hand for readers, are whole: they compile, and their tests pass. */
const folder = t.testdir({})
linkPackages(folder)
writeExamples(folder)

t.test('the examples compile under strict options against the types of the entries', (t) => {
  // Reported as unused if the entries had no types.
  const planted =
    "import { plugin } from './index.js'\n// @ts-expect-error\nexport const wrong: number = plugin.name\n"
  writeFileSync(join(folder, 'src/metric/src/planted.ts'), planted)
  t.strictSame(compileExamples(folder), { status: 0, output: '' })
  t.end()
})

for (const page of guidePages)
  t.test(`the tests of docs/guide/${page}.md pass`, (t) => {
    const { status, output } = testExample(folder, page, /^(?!postgres)/, { TEST_DATABASE_URL: recordsUrl() })
    t.equal(status, 0, output)
    t.match(output, /# pass [1-9]/)
    t.end()
  })

t.test('a wrong example fails its tests', (t) => {
  const compiled = join(folder, 'build/metric/src/big-buyers.js')
  writeFileSync(compiled, readFileSync(compiled, 'utf8').replace("'gte'", "'gt'"))
  t.match(testExample(folder, 'metric', /./), { status: 1, output: /a person counts once/ })
  t.end()
})

t.test('files are the blocks with a path', (t) => {
  const block = (info: string, text: string) => `\`\`\`${info}\n${text}\n\`\`\`\n`
  t.strictSame(
    filesOf(`words\n${block('ts src/a.ts', 'let a')}${block('sh', 'ls')}${block('sql b/c.sql', 'x')}`),
    [
      { path: 'src/a.ts', text: 'let a\n' },
      { path: 'b/c.sql', text: 'x\n' },
    ],
  )
  t.throws(() => filesOf(block('ts a.ts', '') + block('ts a.ts', '')), /a\.ts occurs twice/)
  t.end()
})

t.test('the native form of the guide agrees with its lowering on its engine', async (t) => {
  const database = await temporaryDatabase()
  t.teardown(() => database.drop())
  const { status, output } = testExample(folder, 'operator', /^postgres/, { DATABASE_URL: database.url })
  t.equal(status, 0, output)
  t.match(output, /postgres answers like memory/)
})
