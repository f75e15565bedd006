import { SingleBar } from 'cli-progress'
import { note } from './terminal.js'

export interface Progress {
  /** `done` is the completed part of the total; `words` describe it. */
  update(done: number, words: string): void
  stop(): void
}

/** Shows a bar on a terminal, else a line at each tenth; on standard error either way. */
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
  let shown = 0
  return {
    update(done, words) {
      const tenth = total === 0 ? 10 : Math.floor((10 * Math.min(done, total)) / total)
      if (tenth > shown) note(`${title}: ${tenth * 10}%, ${words}`)
      shown = Math.max(shown, tenth)
    },
    stop: () => undefined,
  }
}
