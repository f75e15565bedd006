// Makes a release: npm run release -- <version> [--dry-run]
// Builds, checks the package in an empty folder, writes release/ (package, notes, SBOM), commits the version and tags it.
// With --dry-run nothing is committed or tagged, and package.json and CHANGELOG.md stay as they are.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expectExtensible } from './author-install.js'
import { expectLater, released } from './changelog.js'
import { expectStarts, pack, packageFaults } from './tarball.js'

const run = (command, ...args) => execFileSync(command, args, { stdio: 'inherit' })
const megabytes = (bytes) => `${(bytes / 1e6).toFixed(2)} MB`
const output = (command, ...args) => execFileSync(command, args, { encoding: 'utf8' }).trim()

const [version = '', flag] = process.argv.slice(2)
const dryRun = flag === '--dry-run'
const folder = resolve('release')
const before = { package: readFileSync('package.json'), lock: readFileSync('package-lock.json') }

try {
  const { version: current } = JSON.parse(before.package.toString())
  expectLater(version, current)
  if (!dryRun && output('git', 'status', '--porcelain') !== '')
    throw new Error('the working tree has changes; commit them first')
  const date = new Date().toISOString().slice(0, 10)
  const { changelog, notes } = released(readFileSync('CHANGELOG.md', 'utf8'), version, date)

  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  run('npm', 'version', version, '--no-git-tag-version', '--ignore-scripts')
  run('npm', 'run', '--silent', 'build')
  const { tarball, files, size } = pack(folder)
  const faults = packageFaults(files, size)
  if (faults.length > 0) throw new Error(faults.join('\n'))
  await expectStarts(tarball)
  const installed = expectExtensible(tarball)
  writeFileSync(resolve(folder, 'notes.md'), notes)
  const sbom = output('npm', 'sbom', '--omit=dev', '--sbom-format=cyclonedx')
  writeFileSync(resolve(folder, `sextant-${version}.cdx.json`), `${sbom}\n`)
  console.log(
    `release/: ${files.length} files, ${megabytes(size)} packed, ${megabytes(installed)} installed without engines; notes.md; SBOM`,
  )

  if (dryRun) restore()
  else {
    writeFileSync('CHANGELOG.md', changelog)
    run('git', 'commit', '--quiet', '-am', `chore(release): ${version}`)
    run('git', 'tag', '--annotate', `v${version}`, '--message', `Sextant ${version}`)
    console.log(`next: git push --follow-tags, then npm publish ${tarball}`)
  }
} catch (error) {
  restore()
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

function restore() {
  writeFileSync('package.json', before.package)
  writeFileSync('package-lock.json', before.lock)
}
