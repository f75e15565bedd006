import { useState } from 'preact/hooks'
import { me } from '../../api/account.js'
import { parameters } from '../../api/call.js'
import { may } from '../../api/roles.js'
import type { Data } from '../../api/types.js'
import { useAnswer } from '../../api/use-answer.js'
import { TileAnswer } from '../../boards/tile-answer.js'
import { hrefOfView } from '../../boards/view-address.js'
import {
  changeQuestion,
  historyCall,
  questionCall,
  questionDataCall,
  restoreVersion,
  setFavourite,
  usesCall,
  type UsesAnswer,
} from '../../library/api.js'
import { HistoryDialog } from '../../history/history-dialog.js'
import { PlaceDialog } from '../../library/place-dialog.js'
import type { SavedQuestion } from '../../library/types.js'
import { RangeBar } from '../../question/range-bar.js'
import { text } from '../../router/codec.js'
import { useUrlState } from '../../router/use-url-state.js'
import type { ViewProps } from '../../router/view.js'
import { ShareMenu } from '../../share/share-menu.js'
import { PageHead } from '../../shell/page-head.js'
import { Button } from '../../ui/button.js'
import { Menu } from '../../ui/menu.js'
import { Answered } from '../../ui/states.js'
import { DeleteDialog } from './delete-dialog.js'
import { EditDialog } from './edit-dialog.js'
import '../../boards/boards.css'
import '../../library/library.css'
import { questionsText } from '../../text/questions.js'

const codecs = { range: text() }

/** A saved question: its answer, its history and where it is used. */
export function QuestionPage({ params: { id = '' } }: ViewProps) {
  const answer = useAnswer<Data<SavedQuestion>>(questionCall(id))
  return (
    <Answered answer={answer}>{({ data }) => <Shown question={data} onChanged={answer.reload} />}</Answered>
  )
}

type Overlay = 'edit' | 'history' | 'board' | 'delete' | null

function Shown({
  question,
  onChanged,
}: {
  readonly question: SavedQuestion
  readonly onChanged: () => void
}) {
  const { id, name, description, tags, favourite, chart, asks, view } = question
  const [state, set] = useUrlState(codecs)
  const [overlay, setOverlay] = useState<Overlay>(null)
  const own = question.owner_id === me.value?.user.id
  const changeable = own || may('admin')
  const close = (): void => setOverlay(null)
  const href = hrefOfView(view)
  const call = questionDataCall(id, Object.fromEntries(parameters(state)))
  const tile = { id, title: name, chart, asks, left: 0, top: 0, width: 12, height: 6 }
  return (
    <div class="stack">
      <PageHead title={name} summary={description ?? undefined}>
        <ShareMenu calls={[call]} sheet={null} />
        {may('editor') && (
          <Button icon="board" onClick={() => setOverlay('board')}>
            {questionsText.addToBoard}
          </Button>
        )}
        {href !== null && (
          <Button icon="external" href={href}>
            {questionsText.openView}
          </Button>
        )}
        <Button
          look="quiet"
          icon="star"
          pressed={favourite}
          label={favourite ? questionsText.removeFromFavourites : questionsText.addToFavourites}
          onClick={() => void setFavourite(id, !favourite).then(onChanged)}
        />
        <Menu
          label={questionsText.moreActionsForThisQuestion}
          text=""
          icon="more"
          arrow={false}
          align="end"
          items={[
            { label: questionsText.showHistory, icon: 'history', onSelect: () => setOverlay('history') },
            ...(changeable
              ? ([
                  { label: questionsText.editNameAndTags, icon: 'edit', onSelect: () => setOverlay('edit') },
                  {
                    label: questionsText.deleteQuestion,
                    icon: 'trash',
                    danger: true,
                    onSelect: () => setOverlay('delete'),
                  },
                ] as const)
              : []),
          ]}
        />
      </PageHead>
      <div class="row">
        {asks?.key !== 'sql' && (
          <RangeBar value={state} onChange={(next) => set({ range: next.range ?? '' })} />
        )}
        {state.range !== '' && (
          <Button small look="quiet" onClick={() => set({ range: '' })}>
            {questionsText.resetToSaved}
          </Button>
        )}
        {tags.map((tag) => (
          <span class="tag" key={tag}>
            {tag}
          </span>
        ))}
      </div>
      <section class="card question-preview" aria-label={questionsText.answer}>
        <TileAnswer tile={tile} call={call} height={320} marks />
      </section>
      <UsedBy key={question.version} id={id} />
      {overlay === 'edit' && (
        <EditDialog
          question={question}
          own={own}
          onSubmit={async (fields) => {
            await changeQuestion(id, fields)
            onChanged()
          }}
          onClose={close}
        />
      )}
      {overlay === 'history' && (
        <HistoryDialog
          name={name}
          call={historyCall(id)}
          changeable={changeable}
          onRestore={(version) => restoreVersion(id, version)}
          onChanged={onChanged}
          onClose={close}
        />
      )}
      {overlay === 'board' && <PlaceDialog question={question} onClose={close} />}
      {overlay === 'delete' && <DeleteDialog question={question} onClose={close} />}
    </div>
  )
}

/** The tiles and formulas that refer to the question. */
function UsedBy({ id }: { readonly id: string }) {
  const answer = useAnswer<UsesAnswer>(usesCall(id))
  return (
    <section class="card">
      <h2>{questionsText.usedBy}</h2>
      <Answered
        answer={answer}
        isEmpty={({ data }) => data.uses.length + data.hidden === 0}
        empty={<p class="soft">{questionsText.noBoardAndNoFormulaRefers}</p>}
      >
        {({ data: { uses, hidden } }) => (
          <ul class="bare-list lines">
            {uses.map((use) => (
              <li key={use.id}>{use.label}</li>
            ))}
            {hidden > 0 && <li class="soft">{questionsText.onPrivateBoardsOrInPrivate(hidden)}</li>}
          </ul>
        )}
      </Answered>
    </section>
  )
}
