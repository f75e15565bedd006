import {
  createSlices,
  tooManyItems,
  type Ingest,
  type IngestFault,
  type IngestItems,
  type JsonObject,
} from '../../contract/index.js'
import { cleanItem } from './clean.js'
import { emptyPendingBatch, sizeOf } from './pending-batch.js'
import { draftOf } from './event-draft.js'
import type { EventReading } from './agent-line.js'
import { LineError } from './line-error.js'
import { maxItems } from './lines.js'
import { readLog } from './log-line.js'
import { readMetric } from './metric-line.js'
import type { Pipeline } from './pipeline.js'

/** The service through which other protocols store items: validated like our own lines, stored by the same pipeline. */
export function createIngest(pipeline: Pipeline, { read }: EventReading): Ingest {
  return {
    async store(workspace, items, now, from = {}) {
      const { events = [], logs = [], metrics = [] } = items
      if (events.length + logs.length + metrics.length > maxItems) throw tooManyItems(maxItems, 'items')
      const faults: IngestFault[] = []
      const lines = await readAll('events', events, (item) => read(item, now, from), faults)
      const logRows = await readAll('logs', logs, (item) => readLog(item, now), faults)
      const points = await readAll('metrics', metrics, (item) => readMetric(item, now), faults)
      const draft = { ...emptyPendingBatch, ...draftOf(lines.good), logs: logRows.good, metrics: points.good }
      await pipeline.accept(workspace, draft, lines.bytes + logRows.bytes + points.bytes)
      return { accepted: lines.good.length + draft.logs.length + draft.metrics.length, faults }
    },
  }
}

async function readAll<R>(
  kind: keyof IngestItems,
  items: readonly unknown[],
  read: (item: JsonObject) => R,
  faults: IngestFault[],
): Promise<{ readonly good: readonly R[]; readonly bytes: number }> {
  const good: R[] = []
  let bytes = 0
  const slices = createSlices()
  for (const [index, item] of items.entries()) {
    try {
      const row = read(cleanItem(item))
      good.push(row)
      bytes += sizeOf(row)
    } catch (error) {
      if (!(error instanceof LineError)) throw error
      faults.push({ kind, index, error: error.message })
    }
    if (slices.over()) await slices.next()
  }
  return { good, bytes }
}
