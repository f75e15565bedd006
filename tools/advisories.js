// Compares the lock files with a list of known-bad versions: node tools/advisories.js
// The list is maintained by hand, because the check must also run where no registry answers audits. Where one
// does, `npm audit --omit=dev` knows more: copy its findings into tools/advisories.json.
import { readFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { satisfies } from 'semver'

/**
 * Returns the bad versions in a lock file, one line each. A vulnerability counts in packages installed for
 * users, malware also in those installed for developers.
 */
export function badVersions(packages, advisories) {
  return Object.entries(packages).flatMap(([place, { version, dev = false }]) => {
    const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
    return advisories
      .filter((one) => one.package === name && (one.malware === true || !dev))
      .filter(({ vulnerable }) => satisfies(version ?? '', vulnerable, { includePrerelease: true }))
      .map(({ id, vulnerable }) => `${name} ${version} at ${place}: ${id}, affects ${vulnerable}`)
  })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const read = (path) => JSON.parse(readFileSync(fileURLToPath(import.meta.resolve(path)), 'utf8'))
  const advisories = read('./advisories.json')
  // What only tests install is a development package, whatever its lock file says.
  const clients = Object.entries(read('../test/clients/package-lock.json').packages).map(([place, one]) => [
    place,
    { ...one, dev: true },
  ])
  const found = [
    ...badVersions(read('../package-lock.json').packages, advisories),
    ...badVersions(Object.fromEntries(clients), advisories),
  ]
  for (const line of found) console.log(line)
  process.exitCode = found.length === 0 ? 0 : 1
}
