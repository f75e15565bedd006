import { readFileSync } from 'node:fs'

/** Linux counts processor time in hundredths of a second, whatever the clock of the kernel. */
const ticks = 100

/**
 * Returns the seconds of processor time that a process of this machine, or one of its threads, has used; null if it is
 * gone. Unlike time that passes, it does not grow while others occupy the processors.
 */
export function processorSeconds(process: number, thread?: number): number | null {
  const place = thread === undefined ? `${process}` : `${process}/task/${thread}`
  try {
    const stat = readFileSync(`/proc/${place}/stat`, 'utf8')
    // The name, in parentheses, may contain anything; the 11th and 12th fields after it are user and system time.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) / ticks
  } catch {
    return null
  }
}

/** Tells how much processor time something has used since it was first looked at. */
export function processorClock(): (key: string, used: number | null) => number {
  const first = new Map<string, number>()
  return (key, used) => {
    if (used === null) return 0
    const since = first.get(key) ?? used
    first.set(key, since)
    return used - since
  }
}
