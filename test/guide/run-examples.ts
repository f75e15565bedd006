import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../arch/source-files.js'

export interface Ended {
  readonly status: number | null
  readonly output: string
}

const run = (folder: string, args: readonly string[], environment: NodeJS.ProcessEnv = {}): Ended => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], ...environment },
  })
  return { status, output: stdout + stderr }
}

/** Compiles the examples as an author does, against the types of the package's entries. */
export const compileExamples = (folder: string): Ended =>
  run(folder, [join(root, 'node_modules/typescript/bin/tsc'), '-p', '.'])

/** Runs test files of a compiled example: those whose names the pattern matches. */
export function testExample(
  folder: string,
  page: string,
  pattern: RegExp,
  environment?: NodeJS.ProcessEnv,
): Ended {
  const compiled = join(folder, 'build', page, 'src')
  const files = readdirSync(compiled).filter((name) => name.endsWith('.test.js') && pattern.test(name))
  if (files.length === 0) throw new Error(`${page} has no test that matches ${String(pattern)}`)
  // Which reporter is the default depends on the version of Node.
  return run(compiled, ['--test', '--test-reporter=tap', ...files], environment)
}
