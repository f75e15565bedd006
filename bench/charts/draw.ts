import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { peerChart } from './peer-chart.js'
import { againstBareOf, againstPeersOf } from './read-tables.js'
import { shapes } from './shapes.js'
import { sizeChart } from './size-chart.js'

export const resultsFolder = 'bench/results'
export const chartsFolder = 'docs/images/performance'

/** The sizes of the charts, in millions of events. Other sizes have tables only. */
export const charted = [10, 50, 100]

/** The size at which the statements of other products are measured, in millions of events. */
const withPeers = 10

/**
 * All charts of docs/performance.md by their file names, drawn from the tables.
 * @param results the folder with `<size>-million.md`; sizes that are not there are left out
 */
export function charts(results: string): ReadonlyMap<string, string> {
  const names = readdirSync(results)
  const pageOf = (millions: number): string => readFileSync(join(results, resultName(millions)), 'utf8')
  const sizes = charted
    .filter((millions) => names.includes(resultName(millions)))
    .map((millions) => ({ millions, rows: againstBareOf(pageOf(millions)) }))
  return new Map([
    ...shapes.map((shape) => [`${shape.key}.svg`, sizeChart(shape, sizes)] as const),
    ...(names.includes(resultName(withPeers))
      ? [['peers.svg', peerChart(againstPeersOf(pageOf(withPeers)), withPeers)] as const]
      : []),
  ])
}

const resultName = (millions: number): string => `${millions}-million.md`

/** Draws the charts from the tables in bench/results and writes them for docs/performance.md. */
export function drawCharts(): void {
  mkdirSync(chartsFolder, { recursive: true })
  for (const [name, svg] of charts(resultsFolder)) writeFileSync(join(chartsFolder, name), svg)
}
