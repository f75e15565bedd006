import t from 'tap'
import { temporaryDatabase } from '../support/records.js'
import { linkPackages, writeExamples } from './pages.js'
import { compileExamples, testExample } from './run-examples.js'

t.test('the native form of the guide agrees with its lowering on its engine', async (t) => {
  const folder = t.testdir({})
  linkPackages(folder)
  writeExamples(folder, ['operator'])
  t.strictSame(compileExamples(folder), { status: 0, output: '' })
  const database = await temporaryDatabase()
  t.teardown(() => database.drop())
  const { status, output } = testExample(folder, 'operator', /^postgres/, { DATABASE_URL: database.url })
  t.equal(status, 0, output)
  t.match(output, /postgres answers like memory/)
})
