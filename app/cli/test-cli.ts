// Shared by the tests of the command line. Not part of the program.
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { patience } from '../../test/support/patience.js'

export interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

export interface Running {
  readonly child: ChildProcess
  readonly ended: Promise<Ended>
  /** Waits until standard output contains this. */
  seen(text: string): Promise<string>
}

const program = fileURLToPath(new URL('./main.js', import.meta.url))
const manyCommands = fileURLToPath(new URL('./test-commands.js', import.meta.url))

/** An engine that a busy machine does not let stop in order within seconds is stopped at once, which the log says. */
const hasty = /^\{"level":"warn".*"msg":"shutting the server down immediately"\}\n/gm

/** Starts the built command line with no environment of our own but the path. */
export function run(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  input = '',
): Running {
  return runProgram([program, ...args], environment, input)
}

function runProgram(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  input: string,
): Running {
  const child = spawn(process.execPath, args, {
    cwd: tmpdir(),
    env: { PATH: process.env['PATH'], ...environment },
  })
  // An aborted test must not leave a service behind; its engines notice, and end too.
  const kill = (): void => void child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  child.stdin.end(input)
  let out = ''
  let err = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
  const ended = once(child, 'close').then(([code]) => ({
    code: code as number | null,
    out,
    err: err.replace(hasty, ''),
  }))
  return {
    child,
    ended,
    async seen(text) {
      while (!out.includes(text)) {
        if (child.exitCode !== null) throw new Error(`it ended without saying ${text}: ${out}${err}`)
        await pause(10)
      }
      return out
    },
  }
}

/** Runs a command to its end. */
export const cli = (...given: Parameters<typeof run>): Promise<Ended> => run(...given).ended

/** Runs commands to their ends, one after another in one process. For commands that neither stop it nor start anything. */
export async function cliAll<const C extends readonly (readonly string[])[]>(
  ...commands: C
): Promise<{ readonly [K in keyof C]: Ended }> {
  const { out, err } = await runProgram([manyCommands], {}, JSON.stringify(commands)).ended
  try {
    return JSON.parse(out) as { readonly [K in keyof C]: Ended }
  } catch {
    throw new Error(`the commands did not end: ${out}${err}`)
  }
}

/** Creates a folder that the engines' accounts can reach, deleted after the test. */
export function folder(test: { teardown(work: () => void): void }): string {
  const path = mkdtempSync(join(tmpdir(), 'sextant-cli-'))
  chmodSync(path, 0o755)
  test.teardown(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/**
 * A port for a program that a test starts seconds later. Below those that the system gives to clients and to listeners that
 * ask for any: other tests would get it meanwhile.
 */
export async function freePort(): Promise<string> {
  for (;;) {
    const port = randomInt(20_000, 32_000)
    const server = createServer().listen(port, '127.0.0.1')
    const listening = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!listening) continue
    server.close()
    await once(server, 'close')
    return String(port)
  }
}

/** The command lines of the processes that mention a folder. */
export function processesOn(directory: string): readonly string[] {
  const numbers = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return numbers.map(commandLine).filter((line) => line.includes(directory))
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

/** Engines whose program was killed notice it and end a moment later. */
export async function untilNoneOn(directory: string): Promise<readonly string[]> {
  const end = performance.now() + patience
  while (processesOn(directory).length > 0 && performance.now() < end) await pause(50)
  return processesOn(directory)
}

export interface Answer {
  readonly status: number
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test looks into any answer
  readonly body: any
}

/**
 * Returns the response to a line `curl -s <url> -H <header> …` as if pasted into a shell; a bare machine has
 * no curl.
 */
export async function pasted(line: string): Promise<Answer> {
  const { stdout } = await promisify(execFile)('sh', ['-c', `set -- ${line}; printf '%s\\0' "$@"`])
  const [program, silent, url = '', ...rest] = stdout.split('\0').slice(0, -1)
  if (program !== 'curl' || silent !== '-s') throw new Error(`not understood: ${line}`)
  const headers = rest.flatMap((word, index) => (word === '-H' ? [rest[index + 1] ?? ''] : []))
  if (rest.length !== 2 * headers.length) throw new Error(`not understood: ${line}`)
  return ask('GET', url, null, Object.fromEntries(headers.map((header) => header.split(': ', 2))))
}

export async function ask(
  method: string,
  url: string,
  body: object | null = null,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: body === null ? null : JSON.stringify(body),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : JSON.parse(text) }
}
