import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { resultsFolder } from '../charts/draw.js'
import type { Found } from './question.js'
import { againstBare, againstFloors, againstPeers, growth, size, verdicts } from './tables.js'

/** What a run at one size measured. */
export interface SizeResult {
  readonly events: number
  readonly found: readonly Found[]
  /** The questions that failed. */
  readonly failed: readonly string[]
  /** The tables on disk, as a sentence. */
  readonly stored: string
  /** The dashboard, as a sentence; null where only some questions were asked. */
  readonly tiles: string | null
  readonly withPeers: boolean
}

const machine = (): string => `embedded ClickHouse, ${cpus().length} cores`

/** bench/results/<size>-million.md. The charts are drawn from the tables under its headings. */
export function sizePage({ events, found, failed, stored, tiles, withPeers }: SizeResult): string {
  return [
    `# ${size(events)} events`,
    `\`npm run bench -- ${events}\`, ${machine()}.`,
    stored,
    ...(failed.length === 0 ? [] : [`Not measured, because they failed: ${failed.join('; ')}.`]),
    `## Against the bare scan\n\n${againstBare(found, events)}`,
    `## Against the floor\n\n${againstFloors(found)}`,
    ...(withPeers ? [`## Against other products\n\n${againstPeers(found)}`] : []),
    `## Targets\n\n${verdicts(found, events)}`,
    ...(tiles === null ? [] : [`## A dashboard\n\n${tiles}`]),
  ].join('\n\n')
}

/** bench/results/growth.md. */
export const growthPage = (sizes: readonly number[], all: readonly (readonly Found[])[]): string =>
  [
    '# Growth',
    `\`npm run bench -- ${sizes.join(',')}\`, ${machine()}. Times the cost at ${size(sizes[0])} events.`,
    growth(sizes, all),
  ].join('\n\n')

/** @param name of the file, without its ending */
export function writeResult(name: string, page: string): void {
  mkdirSync(resultsFolder, { recursive: true })
  writeFileSync(join(resultsFolder, `${name}.md`), `${page}\n`)
}
