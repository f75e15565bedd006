import { useState } from 'preact/hooks'
import { useAnswer } from '../api/use-answer.js'
import { questionsCall, type Questions } from '../library/api.js'
import type { SavedQuestion } from '../library/types.js'
import { Button } from '../ui/button.js'
import { Dialog } from '../ui/dialog.js'
import { TextField } from '../ui/field.js'
import { Icon } from '../ui/icon.js'
import { Answered, EmptyState } from '../ui/states.js'
import { useAction } from '../ui/use-action.js'
import { useSettled } from '../ui/use-settled.js'
import { addTile } from './api.js'
import { sizeOf } from './call-question.js'
import type { Board } from './types.js'
import { boardsText } from '../text/boards.js'

interface Props {
  readonly board: Board
  readonly onChanged: () => void
  readonly onClose: () => void
}

const shown = 50
const patience = 250

/** Adds saved questions to a board, one after the other, as tiles that follow their changes. */
export function LibraryDialog({ board, onChanged, onClose }: Props) {
  const [search, setSearch] = useState('')
  const [added, setAdded] = useState<readonly string[]>([])
  const wanted = useSettled(search, patience)
  const answer = useAnswer<Questions>(questionsCall({ search: wanted, limit: shown }))
  const { busy, run, problem } = useAction()
  const on = new Set([...added, ...board.tiles.flatMap(({ question_id }) => question_id ?? [])])
  const add = async ({ id, name, chart }: SavedQuestion): Promise<void> => {
    const done = await run(() => addTile(board.id, { title: name, chart, question_id: id, ...sizeOf(chart) }))
    if (!done) return
    setAdded((before) => [...before, id])
    onChanged()
  }
  return (
    <Dialog title={boardsText.addFromTheLibrary} wide onClose={onClose}>
      <div class="stack">
        <TextField
          label={boardsText.search}
          type="search"
          placeholder={boardsText.nameDescriptionOrTag}
          maxLength={200}
          value={search}
          onInput={setSearch}
        />
        {problem !== null && (
          <p class="problem" role="alert">
            {problem.message}
          </p>
        )}
        <Answered
          answer={answer}
          isEmpty={({ data }) => data.questions.length === 0}
          empty={
            <EmptyState
              icon="star"
              title={wanted === '' ? boardsText.noSavedQuestionsYet : boardsText.noQuestionsFound}
            >
              {wanted === '' ? boardsText.openAnyViewThenChooseSave : boardsText.searchForAnotherNameOrTag}
            </EmptyState>
          }
        >
          {({ data: { questions, next } }) => (
            <>
              <ul class="bare-list lines library-choices">
                {questions.map((question) => (
                  <li key={question.id} class="spread">
                    <span>
                      <span class="row">
                        {question.visibility === 'private' && <Icon name="lock" size={14} />}
                        <strong>{question.name}</strong>
                        {on.has(question.id) && <span class="tag">{boardsText.onThisBoard}</span>}
                      </span>
                      {question.description !== null && <small>{question.description}</small>}
                    </span>
                    <Button
                      small
                      icon="plus"
                      label={boardsText.addName(question.name)}
                      busy={busy}
                      onClick={() => void add(question)}
                    >
                      {boardsText.add}
                    </Button>
                  </li>
                ))}
              </ul>
              {next !== null && <small>{boardsText.theFirstCountAreShownSearch(shown)}</small>}
            </>
          )}
        </Answered>
      </div>
    </Dialog>
  )
}
