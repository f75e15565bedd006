import { setImmediate } from 'node:timers/promises'
import { ingestService, keyWithoutWorkspace, type Ask, type IngestItems } from '../../contract/index.js'
import type { Outcome } from './answer.js'
import type { Line, Translated } from './translated.js'

/** The ingest service accepts 10,000 items at once; an OTLP request may have more. */
const chunk = 5_000
const shownReasons = 5

/**
 * Stores the records in chunks; all are durable when it resolves. If a chunk fails, the client sends everything again,
 * and records already stored count once.
 */
export async function takeIn(
  ask: Ask,
  kind: keyof IngestItems,
  records: Iterable<Translated>,
): Promise<Outcome> {
  const { workspace } = ask
  if (workspace === null) throw keyWithoutWorkspace()
  const ingest = ask.use(ingestService)
  const rejected = new Set<number>()
  const reasons: string[] = []
  const reject = (record: number, reason: string): void => {
    if (reasons.length < shownReasons && !rejected.has(record)) reasons.push(`item ${record + 1}: ${reason}`)
    rejected.add(record)
  }
  let lines: Line[] = []
  let owners: number[] = []
  const flush = async (): Promise<void> => {
    if (lines.length === 0) return
    const { faults } = await ingest.store(workspace, { [kind]: lines }, ask.now)
    for (const { index, error } of faults) reject(owners[index] ?? 0, error)
    lines = []
    owners = []
  }
  let record = 0
  for (const translated of records) {
    if ('rejected' in translated) reject(record, translated.rejected)
    else
      for (const line of translated.lines) {
        lines.push(line)
        owners.push(record)
      }
    record++
    if (lines.length >= chunk) await flush()
    else if (record % chunk === 0) await setImmediate()
  }
  await flush()
  return { rejected: rejected.size, reasons }
}
