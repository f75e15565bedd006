import type { TopData } from '../../api/types.js'
import { useAnswer } from '../../api/use-answer.js'
import { formatShort } from '../../charts/format.js'
import { Swatch } from '../../charts/swatch.js'
import { levelColor, levels, type Level } from './levels.js'
import { levelsCall, type LogState } from './state.js'
import { logsText } from '../../text/logs.js'

interface Props {
  readonly state: LogState
  readonly onChange: (levels: readonly Level[]) => void
}

/** The levels that occur, each with its number of lines. If none is pressed, all levels are shown. */
export function LevelFilter({ state, onChange }: Props) {
  const { data } = useAnswer<TopData>(levelsCall(state))
  const counts = new Map(data?.data.map(({ label, count }) => [label, count]))
  const shown = levels.filter((level) => counts.has(level) || state.levels.includes(level))
  const toggle = (level: Level): void =>
    onChange(
      state.levels.includes(level) ? state.levels.filter((one) => one !== level) : [...state.levels, level],
    )
  return (
    <div class="levels row" role="group" aria-label={logsText.levels}>
      {shown.map((level) => (
        <button
          type="button"
          class="chip"
          key={level}
          aria-pressed={state.levels.includes(level)}
          onClick={() => toggle(level)}
        >
          <Swatch color={levelColor(level)} />
          {level}
          <small class="number">{formatShort(counts.get(level) ?? 0)}</small>
        </button>
      ))}
    </div>
  )
}
