import type { SequenceOrder } from '../../contract/index.js'

/** An event of one person: the steps it could be, and the depths whose runs it breaks. */
export interface Happening {
  readonly time: number
  readonly steps: readonly boolean[]
  readonly breaks: readonly boolean[]
  readonly label: string | null
}

export interface Found {
  readonly depth: number
  readonly times: readonly number[]
  readonly label: string | null
}

/**
 * The definition by exhaustive search: all ways to pick different events for the first steps (in the order
 * `any`: for any steps), if they form a run; of these the deepest, then the one with the earliest times.
 */
export function search(
  events: readonly Happening[],
  order: SequenceOrder,
  window: number,
  startsIn: (time: number) => boolean = () => true,
): Found | null {
  const steps = events[0]?.steps.length ?? 0
  const picked: Happening[] = []
  let best: readonly number[] = []

  const isRun = (): boolean => {
    const times = picked.map(({ time }) => time)
    const [start, end] = [Math.min(...times), Math.max(...times)]
    if (end - start > window || !startsIn(start)) return false
    if (order === 'any') return true
    for (const [index, { time: now }] of picked.entries()) {
      const next = times[index + 1]
      if (next === undefined) break
      if (next < now) return false
      if (events.some(({ time, breaks }) => breaks[index] === true && now < time && time < next)) return false
    }
    const between = events.some(
      (event) =>
        event.steps.includes(true) && start < event.time && event.time < end && !picked.includes(event),
    )
    return order === 'loose' || !between
  }
  const keep = (): void => {
    const times = picked.map(({ time }) => time).sort((a, b) => a - b)
    if (times.length > best.length || (times.length === best.length && earlier(times, best))) best = times
  }
  const extend = (step: number): void => {
    if (picked.length > 0 && isRun()) keep()
    if (step === steps || (order !== 'any' && picked.length > 0 && !isRun())) return
    for (const event of events) {
      if (picked.includes(event) || event.steps[step] !== true) continue
      picked.push(event)
      extend(step + 1)
      picked.pop()
    }
    if (order === 'any') extend(step + 1)
  }
  extend(0)

  const [start] = best
  if (start === undefined) return null
  const first = events.filter(
    ({ time, steps: own }) => time === start && (order === 'any' ? own.includes(true) : own[0] === true),
  )
  const labels = first.flatMap(({ label }) => (label === null ? [] : [label])).sort()
  return { depth: best.length, times: best, label: labels[0] ?? null }
}

function earlier(a: readonly number[], b: readonly number[]): boolean {
  const index = a.findIndex((time, at) => time !== b[at])
  return index !== -1 && (a[index] ?? 0) < (b[index] ?? 0)
}
