import { readFileSync } from 'node:fs'

const fields = (pid: number): readonly number[] => {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
}

/** Seconds of processor time that a process has used, in steps of a hundredth. */
export function cpuOf(pid: number): number {
  const [user = 0, system = 0] = fields(pid).slice(11, 13)
  return (user + system) / 100
}

/** The same for a process and its children, including ended ones. */
export function cpuOfFamily(pid: number): number {
  const [user = 0, system = 0, ended = 0, endedSystem = 0] = fields(pid).slice(11, 15)
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  const theirs = children.map((child) => {
    try {
      return cpuOf(Number(child))
    } catch {
      return 0 // It ended meanwhile.
    }
  })
  return (user + system + ended + endedSystem) / 100 + theirs.reduce((sum, one) => sum + one, 0)
}

/** Seconds of processor time that the ended children of a process have used, with theirs. */
export function cpuOfEnded(pid: number): number {
  const [user = 0, system = 0] = fields(pid).slice(13, 15)
  return (user + system) / 100
}

/**
 * Seconds of processor time after which the clock of a process, in steps of a hundredth, is precise enough.
 */
const enoughSeconds = 0.5

/**
 * Milliseconds of processor time per run: the mean of as many as the clock needs, at most 50, after a
 * warm-up.
 */
export async function costOf(run: () => Promise<unknown>, cpu: () => number): Promise<number> {
  await run()
  const start = cpu()
  let times = 0
  while (times < 50 && (times === 0 || cpu() - start < enoughSeconds)) {
    await run()
    times += 1
  }
  return ((cpu() - start) * 1000) / times
}
