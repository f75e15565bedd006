import { SingleBar } from 'cli-progress'
import { note } from './terminal.js'

export interface Progress {
  /** `done` of the total; `words` say what that is. */
  update(done: number, words: string): void
  stop(): void
}

/** A bar on a terminal, else a plain line at each tenth; on standard error either way. */
export function showProgress(title: string, total: number): Progress {
  return process.stderr.isTTY ? bar(title, total) : plainLines(title, total)
}

function bar(title: string, total: number): Progress {
  const shown = new SingleBar({ format: `${title} [{bar}] {percentage}% {words}`, stream: process.stderr })
  shown.start(total, 0, { words: '' })
  return {
    update: (done, words) => shown.update(Math.min(done, total), { words }),
    stop: () => shown.stop(),
  }
}

function plainLines(title: string, total: number): Progress {
  let told = 0
  return {
    update(done, words) {
      const tenth = total === 0 ? 10 : Math.floor((10 * Math.min(done, total)) / total)
      if (tenth > told) note(`${title}: ${tenth * 10}%, ${words}`)
      told = Math.max(told, tenth)
    },
    stop: () => undefined,
  }
}
