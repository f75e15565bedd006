import { mkdir, open, readFile, truncate } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ServiceError, type Batch, type WorkspaceRef } from 'sextant/storage'

/** One line of the file. */
export type Entry =
  | { readonly kind: 'created'; readonly workspace: WorkspaceRef }
  | { readonly kind: 'dropped'; readonly workspace: WorkspaceRef }
  | { readonly kind: 'appended'; readonly workspace: WorkspaceRef; readonly batch: Batch }

export interface Journal {
  /**
   * Runs `work` after the earlier writes, and then writes the entry, which is on the disk when this resolves. Rejects like
   * `work`, or with UNAVAILABLE if the file cannot be written; then nothing is written until the next start.
   */
  write(entry: Entry, work: () => Promise<void>): Promise<void>
  /** Waits for the last entry. */
  close(): Promise<void>
}

/** Opens the file and passes its entries, in order, to `replay`. A last line that a crash cut off is removed. */
export async function openJournal(path: string, replay: (entry: Entry) => Promise<void>): Promise<Journal> {
  await mkdir(dirname(path), { recursive: true })
  const content = await readFile(path).catch(emptyIfMissing)
  const whole = content.lastIndexOf('\n') + 1
  for (const line of content.subarray(0, whole).toString('utf8').split('\n'))
    if (line !== '') await replay(JSON.parse(line) as Entry)
  if (whole < content.length) await truncate(path, whole)

  const file = await open(path, 'a')
  let isBroken = false
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const next = last.then(work)
    last = next.catch(() => undefined)
    return next
  }
  const unavailable = (): ServiceError => new ServiceError('UNAVAILABLE', 'the journal cannot be written')
  return {
    write: (entry, work) =>
      inTurn(async () => {
        if (isBroken) throw unavailable()
        await work()
        try {
          await file.appendFile(`${JSON.stringify(entry)}\n`)
          await file.datasync()
        } catch {
          isBroken = true
          throw unavailable()
        }
      }),
    close: () => inTurn(() => file.close()),
  }
}

function emptyIfMissing(error: unknown): Buffer {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0)
  throw error
}
