import { useState } from 'preact/hooks'
import { useAnswer } from '../../api/use-answer.js'
import { sqlPath, statementOf } from '../../boards/view-address.js'
import { questionsCall, type Questions } from '../../library/api.js'
import { ago } from '../../people/words.js'
import { sqlText } from '../../text/sql.js'
import { Popover } from '../../ui/popover.js'
import { Answered } from '../../ui/states.js'
import { useSettled } from '../../ui/use-settled.js'
import { textsOf } from './parameters.js'
import type { SavedText } from './tabs.js'

interface Props {
  readonly onChoose: (name: string, saved: SavedText) => void
}

const most = 100

/** The statements that are saved in the library of the workspace. */
export const SavedMenu = ({ onChoose }: Props) => (
  <Popover text={sqlText.saved} icon="star" align="end" popup="menu">
    {(close) => (
      <List
        onChoose={(name, saved) => {
          close()
          onChoose(name, saved)
        }}
      />
    )}
  </Popover>
)

function List({ onChoose }: Props) {
  const [typed, setTyped] = useState('')
  const search = useSettled(typed.trim(), 300)
  const query = { path: sqlPath, limit: most, ...(search === '' ? {} : { search }) }
  const answer = useAnswer<Questions>(questionsCall(query))
  return (
    <div class="sql-history">
      <input
        class="input"
        type="search"
        aria-label={sqlText.searchSaved}
        placeholder={sqlText.searchSaved}
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      <Answered answer={answer}>
        {({ data: { questions, next } }) => (
          <>
            {questions.length === 0 && <p class="picker-empty">{sqlText.savedEmpty}</p>}
            <div class="menu" role="menu" aria-label={sqlText.savedList}>
              {questions.map(({ id, name, question, updated_at }) => (
                <button
                  type="button"
                  role="menuitem"
                  key={id}
                  title={statementOf(question.body)}
                  onClick={() => {
                    const { parameters } = (question.body ?? {}) as { readonly parameters?: unknown }
                    onChoose(name, { id, text: statementOf(question.body), values: textsOf(parameters) })
                  }}
                >
                  <span class="clip">{name}</span>
                  <small>{ago(updated_at, Date.now())}</small>
                </button>
              ))}
            </div>
            {next !== null && <p class="picker-empty">{sqlText.moreSaved(most)}</p>}
          </>
        )}
      </Answered>
    </div>
  )
}
