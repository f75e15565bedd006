import type { CommandProgress, ImportSource } from '../../contract/index.js'
import { demoBatches } from './data.js'
import type { DemoStory } from './file.js'
import { demoLogs } from './logs.js'
import { demoMetrics } from './metrics.js'
import { sendLines } from './send.js'

export interface DemoLoad {
  readonly url: string
  readonly key: string
  readonly story: DemoStory
  readonly now: number
  readonly progress: CommandProgress
}

type Send = (lines: string) => Promise<void>

interface Part {
  readonly lines: string
  readonly day: string
}

const requestLines = 5_000
/** While one request is stored, the next is read; more would be stored together without a gain. */
const inFlight = 2

/** Sends the story through the service's public API: all of it, or what an earlier load has not stored. */
export async function loadDemo({ url, key, story, now, progress }: DemoLoad): Promise<void> {
  const { days, devices, storedUntil } = story
  const options = { now, days, devices, since: Date.parse(story.since) }
  // Repeats whole days, from the day before (a session may continue past midnight); duplicates count once.
  const from = storedUntil === null ? '' : isoDay(Date.parse(storedUntil) - dayLength)
  const sender =
    (source: ImportSource): Send =>
    (lines) =>
      sendLines(lines, { url, key, source })
  await sendAll(requests(demoLogs(options), from), sender('logs'), () => undefined)
  await sendAll(requests(demoMetrics(options), from), sender('metrics'), () => undefined)
  await sendAll(requests(demoBatches(options), from), sender('events'), (day) =>
    progress.update(dayNumber(day) - dayNumber(story.since) + 1, day),
  )
  // The last days may have no data yet.
  progress.update(daysOf(story, now), 'all stored')
}

/** The number of days in the story so far. */
export const daysOf = ({ since }: DemoStory, now: number): number =>
  Math.floor(now / dayLength) - dayNumber(since) + 1

const dayLength = 86_400_000
const isoDay = (time: number): string => new Date(time).toISOString().slice(0, 10)
const dayNumber = (iso: string): number => Math.floor(Date.parse(iso) / dayLength)

/** Combines small parts, in order. */
function* requests(parts: Iterable<Part>, from: string): Generator<Part> {
  let lines: string[] = []
  let count = 0
  let last = ''
  for (const { lines: text, day } of parts) {
    if (day < from) continue
    const more = countLines(text)
    if (count > 0 && count + more > requestLines) {
      yield { lines: lines.join('\n'), day: last }
      lines = []
      count = 0
    }
    lines.push(text)
    count += more
    last = day
  }
  if (count > 0) yield { lines: lines.join('\n'), day: last }
}

function countLines(text: string): number {
  let count = 1
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++
  return count
}

/** The senders share one source. */
async function sendAll(parts: Generator<Part>, send: Send, sent: (day: string) => void): Promise<void> {
  const sendSome = async (): Promise<void> => {
    for (const { lines, day } of parts) {
      await send(lines)
      sent(day)
    }
  }
  await Promise.all(Array.from({ length: inFlight }, sendSome))
}
