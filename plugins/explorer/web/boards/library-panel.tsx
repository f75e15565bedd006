import { useEffect, useRef, useState } from 'preact/hooks'
import { useAnswer } from '../api/use-answer.js'
import { questionsCall, type Questions } from '../library/api.js'
import type { SavedQuestion } from '../library/types.js'
import { Button } from '../ui/button.js'
import { TextField } from '../ui/field.js'
import { Icon } from '../ui/icon.js'
import { Answered, EmptyState } from '../ui/states.js'
import { useSettled } from '../ui/use-settled.js'
import type { Carried } from './use-placing.js'
import { boardsText } from '../text/boards.js'

interface Props {
  /** The ids of the saved questions that the board shows. */
  readonly placed: ReadonlySet<string>
  readonly onAdd: (question: Carried) => void
  readonly onPointerDown: (question: Carried) => (event: PointerEvent) => void
  readonly onClose: () => void
}

const shown = 50
const patience = 250

/** The library of saved questions beside a board: each is added by its button, or dragged to its place. */
export function LibraryPanel({ placed, onAdd, onPointerDown, onClose }: Props) {
  const [search, setSearch] = useState('')
  const wanted = useSettled(search, patience)
  const answer = useAnswer<Questions>(questionsCall({ search: wanted, limit: shown }))
  const panel = useRef<HTMLElement>(null)
  const opener = useRef(document.activeElement)
  useEffect(() => panel.current?.querySelector('input')?.focus(), [])
  const close = (): void => {
    onClose()
    if (opener.current instanceof HTMLElement) opener.current.focus()
  }
  return (
    <aside
      class="card library-panel"
      aria-label={boardsText.library}
      ref={panel}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        close()
      }}
    >
      <header class="spread">
        <h2>{boardsText.library}</h2>
        <Button look="quiet" small icon="close" label={boardsText.closeTheLibrary} onClick={close} />
      </header>
      <TextField
        label={boardsText.search}
        type="search"
        placeholder={boardsText.nameDescriptionOrTag}
        maxLength={200}
        value={search}
        onInput={setSearch}
      />
      <small class="library-hint">{boardsText.dragAQuestionOntoTheBoard}</small>
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
            <ul class="bare-list lines">
              {questions.map((question) => (
                <Row
                  key={question.id}
                  question={question}
                  isPlaced={placed.has(question.id)}
                  onAdd={() => onAdd(question)}
                  onPointerDown={onPointerDown(question)}
                />
              ))}
            </ul>
            {next !== null && <small>{boardsText.theFirstCountAreShownSearch(shown)}</small>}
          </>
        )}
      </Answered>
    </aside>
  )
}

interface RowProps {
  readonly question: SavedQuestion
  readonly isPlaced: boolean
  readonly onAdd: () => void
  readonly onPointerDown: (event: PointerEvent) => void
}

/** A mouse drags the row by any part; a finger by its handle, because elsewhere it scrolls. */
function Row({ question, isPlaced, onAdd, onPointerDown }: RowProps) {
  const { name, description, visibility } = question
  return (
    <li
      class="library-row"
      onPointerDown={(event) => {
        if (event.pointerType === 'mouse') onPointerDown(event)
      }}
    >
      <span
        class="library-grip"
        title={boardsText.dragName(name)}
        onPointerDown={(event) => {
          if (event.pointerType !== 'mouse') onPointerDown(event)
        }}
      >
        <Icon name="drag" size={16} />
      </span>
      <span class="library-words">
        <strong>
          {visibility === 'private' && <Icon name="lock" size={14} />} {name}
        </strong>
        {description !== null && <small>{description}</small>}
        {isPlaced && <span class="tag">{boardsText.onThisBoard}</span>}
      </span>
      <span onPointerDown={(event) => event.stopPropagation()}>
        <Button small icon="plus" label={boardsText.addName(name)} onClick={onAdd}>
          {boardsText.add}
        </Button>
      </span>
    </li>
  )
}
