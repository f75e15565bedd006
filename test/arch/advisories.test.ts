import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { root } from './source-files.js'

type Packages = Readonly<Record<string, { readonly version?: string; readonly dev?: boolean }>>
interface Advisory {
  readonly package: string
  readonly vulnerable: string
  readonly id: string
  readonly malware?: boolean
}

const { badVersions } = (await import(pathToFileURL(join(root, 'tools/advisories.js')).href)) as {
  badVersions(packages: Packages, advisories: readonly Advisory[]): readonly string[]
}
const advisories: readonly Advisory[] = [
  { package: '@a/router', vulnerable: '<2.1.0 || >=3.0.0 <3.0.1', id: 'CVE-1' },
  { package: 'colours', vulnerable: '5.6.1', id: 'CVE-2', malware: true },
]
const bad = (packages: Packages): readonly string[] => badVersions(packages, advisories)

t.test('versions that are known to be bad', async (t) => {
  t.strictSame(bad({ '': {}, 'node_modules/@a/router': { version: '2.1.0' } }), [])
  t.strictSame(bad({ 'node_modules/@a/router': { version: '3.0.0' } }), [
    '@a/router 3.0.0 at node_modules/@a/router: CVE-1, affects <2.1.0 || >=3.0.0 <3.0.1',
  ])
  t.equal(bad({ 'node_modules/b/node_modules/@a/router': { version: '1.0.0' } }).length, 1, 'nested')
  t.equal(bad({ 'node_modules/@a/router': { version: '1.0.0', dev: true } }).length, 0, 'not for users')
  t.equal(bad({ 'node_modules/colours': { version: '5.6.1', dev: true } }).length, 1, 'malware runs anywhere')
  t.equal(bad({ 'node_modules/other-colours': { version: '5.6.1' } }).length, 0)
})
