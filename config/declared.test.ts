import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import Type from 'typebox'
import type { DeclaredSetting } from './declared.js'
import { loadPluginNames, loadSettings } from './load.js'
import { SettingsError } from './settings-error.js'

const limit = {
  plugin: 'comments',
  name: 'COMMENTS_LIMIT',
  schema: Type.Integer({ minimum: 1, maximum: 100 }),
  default: 20,
}
const key = { plugin: 'comments', name: 'COMMENTS_KEY', schema: Type.String(), secret: true }
const directory = t.testdir({ key: 'a secret\n' })
const file = join(directory, 'settings.json')

interface Given {
  readonly environment?: Readonly<Record<string, string>>
  readonly inFile?: object
  readonly declared?: readonly DeclaredSetting[]
}

const load = ({ environment = {}, inFile = {}, declared = [limit, key] }: Given) => {
  writeFileSync(file, JSON.stringify(inFile))
  return loadSettings({ environment, file, directory, declared }).declared
}

const linesOf = (given: Given): readonly string[] => {
  try {
    load(given)
    return []
  } catch (error) {
    if (error instanceof SettingsError) return error.lines
    throw error
  }
}

t.test('a setting of a plugin is read like any other', (t) => {
  t.strictSame(load({}), { COMMENTS_LIMIT: 20, COMMENTS_KEY: null })
  t.match(load({ environment: { COMMENTS_LIMIT: '7' } }), { COMMENTS_LIMIT: 7 })
  t.match(load({ inFile: { COMMENTS_LIMIT: 7 } }), { COMMENTS_LIMIT: 7 })
  t.match(
    load({ environment: { COMMENTS_LIMIT: '8' }, inFile: { COMMENTS_LIMIT: 7 } }),
    { COMMENTS_LIMIT: 8 },
    'the environment wins',
  )
  t.match(load({ environment: { COMMENTS_LIMIT: '' } }), { COMMENTS_LIMIT: 20 }, 'empty is unset')
  t.match(load({ environment: { COMMENTS_KEY_FILE: 'key' } }), { COMMENTS_KEY: 'a secret' })
  t.match(load({ inFile: { COMMENTS_KEY_FILE: 'key' } }), { COMMENTS_KEY: 'a secret' })
  t.end()
})

t.test('an invalid value stops the start with one line that does not repeat it', (t) => {
  const given = { environment: { COMMENTS_LIMIT: '101', PORT: 'x' }, inFile: { COMMENTS_LIMITS: 1 } }
  t.strictSame(linesOf(given), [
    'COMMENTS_LIMITS: unknown setting; did you mean COMMENTS_LIMIT?',
    'PORT: must be a whole number from 0 to 65535',
    'COMMENTS_LIMIT: must be a whole number from 1 to 100',
  ])
  t.strictSame(linesOf({ inFile: { COMMENTS_LIMIT: 5 }, declared: [] }), ['COMMENTS_LIMIT: unknown setting'])
  t.strictSame(linesOf({ environment: { COMMENTS_KEY_FILE: 'nowhere' } }), [
    'COMMENTS_KEY_FILE: the file cannot be read',
  ])
  t.strictSame(linesOf({ inFile: { COMMENTS_LIMIT_FILE: 'key' } }).length, 1, 'only secrets have files')
  const problemOf = (schema: DeclaredSetting['schema'], value: string): readonly string[] =>
    linesOf({ environment: { ONE_MORE: value }, declared: [{ plugin: 'p', name: 'ONE_MORE', schema }] })
  t.strictSame(problemOf(Type.Enum(['a', 'b']), 'c'), ['ONE_MORE: must be one of a, b'])
  t.strictSame(problemOf(Type.Number({ minimum: 0.5 }), '0'), ['ONE_MORE: must be a number of at least 0.5'])
  t.strictSame(problemOf(Type.Boolean(), 'maybe'), ['ONE_MORE: must be true or false'])
  t.strictSame(problemOf(Type.String({ format: 'uri' }), 'x y'), [
    'ONE_MORE: must be a string in the format uri',
  ])
  t.strictSame(problemOf(Type.String({ pattern: '^a' }), 'b'), ['ONE_MORE: must be a string that matches ^a'])
  t.end()
})

t.test('a plugin that throws or lies is named', (t) => {
  const withCheck = (check: DeclaredSetting['check'], more: object = {}): readonly string[] =>
    linesOf({ environment: { COMMENTS_LIMIT: '7' }, declared: [{ ...limit, check: check!, ...more }] })
  t.strictSame(
    withCheck((value) => (value === 7 ? 'must be even' : null)),
    ['COMMENTS_LIMIT: must be even'],
  )
  const line = 'COMMENTS_LIMIT: cannot be checked: '
  t.strictSame(
    withCheck(() => {
      throw new Error('oops')
    }),
    [`${line}plugin comments: oops`],
  )
  t.strictSame(
    withCheck(() => 7 as never),
    [`${line}check() of plugin comments must return a string or null`],
  )
  t.match(
    withCheck(() => null, { schema: { type: 'wrong' } })[0],
    `${line}plugin comments: schema is invalid`,
  )
  t.strictSame(linesOf({ declared: [{ ...limit, default: 0 }] }), [
    'COMMENTS_LIMIT: the default of plugin comments must be a whole number from 1 to 100',
  ])
  t.end()
})

t.test('the plugins to load are known before the settings are checked', (t) => {
  writeFileSync(file, JSON.stringify({ PLUGINS: 'a, b', UNKNOWN_ONE: 1 }))
  const names = (environment: Readonly<Record<string, string>>) =>
    loadPluginNames({ environment, file, directory })
  t.strictSame(names({}), ['a', 'b'])
  t.strictSame(names({ PLUGINS: './c.js', PORT: 'x' }), ['./c.js'])
  t.strictSame(names({ PLUGINS: '' }), ['a', 'b'], 'empty is unset')
  writeFileSync(file, JSON.stringify({ PLUGINS: ['a'] }))
  t.throws(() => names({}), { message: /^PLUGINS: must be a string/ })
  t.end()
})
