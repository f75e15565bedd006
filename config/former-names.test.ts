import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { loadSettings } from './load.js'

t.test('a setting may be given under its former name', (t) => {
  const directory = t.testdir()
  const file = 'settings.json'
  const views = (environment: Readonly<Record<string, string>>, inFile: object = {}): boolean => {
    writeFileSync(join(directory, file), JSON.stringify(inFile))
    return loadSettings({ environment, file, directory }).views
  }
  t.equal(views({}), true, 'the default')
  t.equal(views({ VIEWS: 'false' }), false)
  t.equal(views({ ROLLUPS: 'false' }), false, 'in the environment')
  t.equal(views({}, { ROLLUPS: false }), false, 'in the file')
  t.equal(views({ VIEWS: 'true', ROLLUPS: 'false' }), true, 'the current name wins')
  t.equal(views({ ROLLUPS: 'true' }, { VIEWS: false }), true, 'the environment wins')
  t.equal(views({ VIEWS: '' }, { ROLLUPS: false }), false, 'an empty variable is unset')
  t.throws(() => views({ ROLLUPS: 'maybe' }), { message: /^VIEWS: must be true or false/ })
  t.end()
})
