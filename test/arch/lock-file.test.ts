import t from 'tap'
import { readText } from './source-files.js'

interface LockFile {
  readonly packages: Readonly<
    Record<string, { readonly optionalDependencies?: Readonly<Record<string, string>> }>
  >
}

/**
 * Returns optional packages (of other platforms) that are missing in the lock file. npm leaves them out when
 * it cannot reach them, and then `npm ci` rejects the whole file.
 */
function missingPackages({ packages }: LockFile): readonly string[] {
  return Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !(`node_modules/${name}` in packages) && !(`${place}/node_modules/${name}` in packages),
    ),
  )
}

t.test('the lock file holds the packages of every platform', async (t) => {
  const lock = JSON.parse(readText('package-lock.json')) as LockFile
  t.ok(Object.keys(lock.packages).length > 100)
  t.strictSame(missingPackages(lock), [])
  const others = Object.entries(lock.packages).filter(([place]) => !place.endsWith('lib-darwin-arm64'))
  const packages = Object.fromEntries(others)
  t.strictSame(missingPackages({ packages }), ['@chdb/lib-darwin-arm64'], 'one that is missing is seen')
})
