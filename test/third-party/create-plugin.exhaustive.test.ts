import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { ask, freePort, processesOn, untilNoneOn } from '../../app/cli/test-cli.js'
import { root } from '../arch/source-files.js'
import { patience } from '../support/patience.js'

/**
 * The first minutes of a plugin's author: a plugin created from the packed package, its tests, and a save that is served.
 * Needs the npm registry.
 */
const tool = async <T>(name: string): Promise<T> =>
  (await import(pathToFileURL(join(root, 'tools/release', name)).href)) as T
const { pack } = await tool<{ pack(folder: string): { readonly tarball: string } }>('tarball.js')
const { installWithoutEngines } = await tool<{
  installWithoutEngines(tarball: string, folder: string): number
}>('author-install.js')

const base = mkdtempSync(join(tmpdir(), 'sextant-create-'))
// The embedded Postgres runs under an account of its own, which must reach its data.
chmodSync(base, 0o755)
t.teardown(() => rmSync(base, { recursive: true, force: true }))
const { tarball } = pack(base)
const program = join(base, 'program')
mkdirSync(program)
installWithoutEngines(tarball, program)

const run = (cwd: string, command: string, ...args: readonly string[]): string =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: 'pipe' })

/** Creates the plugin beside the tarball, and installs what it names. */
function created(kind: string, ...options: readonly string[]): string {
  const name = `new-${kind}`
  const cli = join(program, 'node_modules/.bin/sextant')
  const said = run(base, cli, 'create-plugin', name, '--kind', kind, '--from', `./${tarballName}`)
  t.match(said, `created ${name} (${kind})\n\n  cd ${name}\n  npm install\n  npm test `)
  const folder = join(base, name)
  run(folder, 'npm', 'install', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', ...options)
  return folder
}
const tarballName = tarball.slice(base.length + 1)

for (const kind of ['metric', 'storage'])
  t.test(`the tests of a new ${kind} pass without engines`, async (t) => {
    t.match(run(created(kind, '--omit=optional'), 'npm', 'test'), /ℹ fail 0/)
  })

t.test('the tests of a new feature pass, and a save is served', async (t) => {
  const folder = created('feature')
  t.match(run(folder, 'npm', 'test'), /ℹ fail 0/)

  const PORT = await freePort()
  const dev = spawn('npm', ['run', 'dev', '--', '--days', '2', '--devices', '5'], {
    cwd: folder,
    env: { ...process.env, PORT },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  // The terminal's Ctrl-C reaches the whole group.
  const interrupt = (): void => void process.kill(-(dev.pid ?? 0), 'SIGINT')
  process.once('exit', interrupt)
  let out = ''
  dev.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  const seen = async (line: RegExp, times: number): Promise<void> => {
    const end = performance.now() + patience
    while ((out.match(line) ?? []).length < times) {
      if (dev.exitCode !== null || performance.now() > end) throw new Error(out)
      await pause(20)
    }
  }
  const ready = (times: number): Promise<void> => seen(/^ready in \d+ ms$/gm, times)
  await ready(1)
  const [, url = '', key = '', workspace = ''] =
    /^curl -s '(\S+)' -H 'Authorization: Bearer (\S+)' -H 'X-Workspace-ID: (\S+)'$/m.exec(out) ?? []
  const notes = async (): Promise<unknown> =>
    (await ask('GET', url, null, { authorization: `Bearer ${key}`, 'x-workspace-id': workspace })).body
  t.strictSame(await notes(), { data: [] })

  const file = join(folder, 'src/routes.ts')
  const source = readFileSync(file, 'utf8')
  const note = { id: 'a', created_by: 'b', body: 'c', created_at: 'd' }
  const changed = source.replace(
    /return \{ data: \(await listNotes.* \}\n/,
    `return { data: [${JSON.stringify(note)}] }\n`,
  )
  writeFileSync(file, changed)
  await ready(2)
  t.strictSame(await notes(), { data: [note] })

  writeFileSync(file, `${changed}export const wrong: number = ''\n`)
  await seen(/^1 error; the service keeps running as it was$/gm, 1)
  t.match(out, /src\/routes\.ts\(\d+,\d+\): error TS\d+/)
  t.strictSame(await notes(), { data: [note] })

  interrupt()
  process.off('exit', interrupt)
  if (dev.exitCode === null) await once(dev, 'exit')
  await untilNoneOn(folder)
  t.strictSame(processesOn(folder), [], 'everything ends')
})
