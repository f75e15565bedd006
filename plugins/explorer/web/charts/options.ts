import { choice } from '../router/codec.js'
import { chartsText } from '../text/charts.js'

/** How a chart over time shows its values, as stored in a view's address. */
export interface ChartOptions {
  readonly scale: (typeof scales)[number]
  /** `auto` stacks what adds up; `percent` shows shares of each bucket. */
  readonly stack: (typeof stacks)[number]
  /** The number of buckets of the moving average; '0' for none. */
  readonly smooth: (typeof smoothings)[number]
}

export const scales = ['linear', 'log'] as const
export const stacks = ['auto', 'percent', 'none'] as const
export const smoothings = ['0', '3', '7', '14', '28'] as const
export const looks = ['line', 'area', 'bar', 'number', 'table'] as const

export const plain: ChartOptions = { scale: 'linear', stack: 'auto', smooth: '0' }

export const optionCodecs = {
  scale: choice(scales, plain.scale),
  stack: choice(stacks, plain.stack),
  smooth: choice(smoothings, plain.smooth),
}

/** A look and its options in one word, as tiles store them: `line-log-smooth-7`, `area-percent`. */
export const chartText = (look: string, { scale, stack, smooth }: ChartOptions): string =>
  [
    look,
    ...(scale === 'log' ? ['log'] : []),
    ...(stack === 'auto' ? [] : [stack === 'percent' ? 'percent' : 'unstacked']),
    ...(smooth === '0' ? [] : ['smooth', smooth]),
  ].join('-')

/** The opposite of chartText; words that are not known are left out. */
export function readChart(text: string): { readonly look: string; readonly options: ChartOptions } {
  const [look = '', ...words] = text.split('-')
  const has = (word: string): boolean => words.includes(word)
  return {
    look,
    options: {
      scale: has('log') ? 'log' : 'linear',
      stack: has('percent') ? 'percent' : has('unstacked') ? 'none' : 'auto',
      smooth: has('smooth') ? (smoothings.find((one) => one === words.at(-1)) ?? '0') : '0',
    },
  }
}

/** The options that change something in this chart; the others have no effect. */
export interface Fitting {
  readonly scale: boolean
  readonly stack: boolean
  readonly smooth: boolean
}

/** A logarithmic scale needs lines, a stack areas or bars that add up. Averages of bars would hide what happened. */
export const fitting = (look: string, addsUp: boolean): Fitting => ({
  scale: look === 'line',
  stack: look !== 'line' && addsUp,
  smooth: look !== 'bar',
})

const grainUnits: Readonly<Record<string, string>> = chartsText.units

export const grainUnit = (grain: string): string => grainUnits[grain] ?? chartsText.bucket

/** The moving average by name: `7-day moving average`. */
export const smoothName = (smooth: string, grain: string): string =>
  chartsText.bucketsUnitMovingAverage(smooth, grainUnit(grain))

const words: Readonly<Record<string, string>> = {
  auto: chartsText.automatic,
  line: chartsText.line,
  area: chartsText.area,
  bar: chartsText.bars,
  number: chartsText.number,
  table: chartsText.table,
}

/** A look with its options for people: `Area, percent`. */
export function chartName(text: string): string {
  const { look, options } = readChart(text)
  return [
    words[look] ?? look,
    ...(options.scale === 'log' ? [chartsText.logScale] : []),
    ...(options.stack === 'auto'
      ? []
      : [options.stack === 'percent' ? chartsText.percent : chartsText.notStacked]),
    ...(options.smooth === '0' ? [] : [chartsText.movingAverageOfBuckets(options.smooth)]),
  ].join(', ')
}
