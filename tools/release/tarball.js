// What the npm package may hold, and whether it works in an empty folder.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** Bytes of the packed package. */
export const mostBytes = 4_000_000

const unwanted = [
  [
    /\.test\.[cm]?[jt]sx?(\.map)?$|\.test\.d\.ts$|(^|\/)test-[^/]+\.(js|d\.ts)(\.map)?$|^build\/test\/(?!kit\/)/,
    'a test',
  ],
  [/^(build\/)?bench\//, 'a bench'],
  [/\.tsbuildinfo$|^\.|\/\./, 'a build cache or hidden file'],
  [/\.tsx?$(?<!\.d\.ts)/, 'a source that is built'],
]

/**
 * Returns what is wrong with the contents of a package.
 * @param {readonly { path: string }[]} files @param {number} bytes of the packed package
 */
export function packageFaults(files, bytes) {
  const faults = files.flatMap(({ path }) =>
    // The sources of new plugins, tests included.
    path.startsWith('templates/')
      ? []
      : unwanted.flatMap(([pattern, what]) => (pattern.test(path) ? [`${path} is ${what}`] : [])),
  )
  const entries = [
    'contract/entries/plan',
    'contract/entries/plugin',
    'storage-adapters/entry',
    'client/index',
  ]
  const needs = [
    ...['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md', 'build/app/cli/main.js'],
    ...entries.flatMap((entry) => [`build/${entry}.js`, `build/${entry}.d.ts`]),
  ]
  for (const needed of needs)
    if (!files.some(({ path }) => path === needed)) faults.push(`${needed} is missing`)
  if (bytes > mostBytes) faults.push(`the package has ${bytes} bytes, at most ${mostBytes}`)
  return faults
}

/** Packs the project into the folder. @param {string} folder */
export function pack(folder) {
  const said = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
    encoding: 'utf8',
  })
  const [{ filename, files, size }] = JSON.parse(said)
  return { tarball: join(folder, filename), files, size }
}

const startedWithin = 120_000

/**
 * Installs the package into an empty folder, starts the service with its embedded engines and asks whether it is ready.
 * Throws if any of it fails. @param {string} tarball
 */
export async function expectStarts(tarball) {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-release-'))
  // As root, the engines run under accounts of their own, which must reach their data.
  chmodSync(folder, 0o755)
  try {
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
    execFileSync('npm', ['install', '--no-audit', '--no-fund', tarball], { cwd: folder, stdio: 'inherit' })
    const child = spawn('npx', ['sextant', 'start'], {
      cwd: folder,
      env: { ...process.env, PORT: '0', DATA_DIR: join(folder, 'data') },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    })
    const late = setTimeout(() => child.kill('SIGKILL'), startedWithin)
    try {
      const url = await readyUrl(child.stdout)
      const { status } = await fetch(`${url}/readyz`)
      if (status !== 200) throw new Error(`/readyz answered ${status}`)
    } finally {
      clearTimeout(late)
      process.kill(-child.pid, 'SIGTERM')
      await once(child, 'close')
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function readyUrl(output) {
  for await (const line of createInterface({ input: output })) {
    const url = /"url":"([^"]+)"/.exec(line)?.[1]
    if (line.includes('ready at') && url !== undefined) return url
  }
  throw new Error('the service ended before it was ready')
}
