import { chmodSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError } from '../../contract/index.js'

/** The demo's notes, stored beside its data, so that a second run finds its login, key and story. */
export interface DemoNotes {
  readonly email: string
  /** Null if it is in ADMIN_PASSWORD. */
  readonly password: string | null
  readonly workspace: string | null
  readonly queryKey: string | null
  readonly story: DemoStory | null
}

export interface DemoStory {
  /**
   * ISO 8601: the first day, and the moment up to which everything is stored (null if the first load has not
   * finished).
   */
  readonly since: string
  readonly storedUntil: string | null
  readonly days: number
  readonly devices: number
}

const pathIn = (dataDir: string): string => join(dataDir, 'demo-login.json')

export function readNotes(dataDir: string): DemoNotes | null {
  let text: string
  try {
    text = readFileSync(pathIn(dataDir), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new CommandError((error as Error).message, { cause: error })
  }
  try {
    return JSON.parse(text) as DemoNotes
  } catch {
    throw new CommandError(`${pathIn(dataDir)} is damaged; delete the data directory to start a new demo`)
  }
}

/** Readable only by its owner, because it contains a password. */
export function writeNotes(dataDir: string, notes: DemoNotes): void {
  const path = pathIn(dataDir)
  const aside = `${path}.new`
  writeFileSync(aside, `${JSON.stringify(notes, null, 2)}\n`, { mode: 0o600 })
  chmodSync(aside, 0o600)
  renameSync(aside, path)
}
