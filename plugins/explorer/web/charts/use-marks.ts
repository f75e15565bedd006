import { get } from '../api/call.js'
import type { Data, Mark } from '../api/types.js'
import { useShared } from '../api/use-shared.js'
import { wallTimeIn } from '../question/zone-time.js'
import { wallTime } from './format.js'
import type { PlotMark } from './layers.js'

/**
 * The marks within the dates of a chart, ascending, by the clocks of its time zone; empty if `wanted` is false or the
 * list cannot be loaded.
 */
export function useMarks(dates: readonly string[], zone: string, wanted = true): readonly PlotMark[] {
  const { data: all } = useShared<Data<{ readonly marks: readonly Mark[] }>>(
    wanted ? get('/api/v1/marks') : null,
  )
  const [first, last] = [dates[0], dates.at(-1)]
  if (all === null || first === undefined || last === undefined) return []
  const bucket = dates.length > 1 ? wallTime(dates[1] ?? first) - wallTime(first) : 86_400_000
  const [from, to] = [wallTime(first), wallTime(last) + bucket]
  return (
    all.data.marks
      .map(({ title, category, timestamp }) => ({
        title,
        category,
        time: wallTimeIn(Date.parse(timestamp), zone),
      }))
      .filter(({ time }) => time >= from && time < to)
      .sort((a, b) => a.time - b.time)
      // With buckets of a day or longer a mark is placed at the start of its day, as points are.
      .map((mark) => ({
        ...mark,
        time: bucket >= 86_400_000 ? mark.time - (mark.time % 86_400_000) : mark.time,
      }))
  )
}
