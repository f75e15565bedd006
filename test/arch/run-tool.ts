import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './source-files.js'

export interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** A program of the tools, with the root of the project as its folder. */
export const node = (args: readonly string[], more: NodeJS.ProcessEnv = {}): Promise<Ended> =>
  new Promise((resolve) => {
    const env = { ...process.env, ...more }
    execFile(process.execPath, [...args], { cwd: root, env }, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), out, err })
    })
  })

/** An empty folder that goes with the test. */
export function temporaryFolder(t: { teardown(f: () => void): void }): string {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-tiers-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  return folder
}
