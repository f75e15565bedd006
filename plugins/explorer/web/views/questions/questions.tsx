import { useEffect, useState } from 'preact/hooks'
import { me } from '../../api/account.js'
import { asApiError } from '../../api/error.js'
import { send } from '../../api/send.js'
import { useAnswer } from '../../api/use-answer.js'
import { formatTime } from '../../charts/format.js'
import {
  questionsCall,
  setFavourite,
  tagsCall,
  type Questions as Listed,
  type Tags,
} from '../../library/api.js'
import type { SavedQuestion } from '../../library/types.js'
import { choice, flag, text } from '../../router/codec.js'
import { hrefOf } from '../../router/location.js'
import { useUrlState } from '../../router/use-url-state.js'
import { PageHead } from '../../shell/page-head.js'
import { Button } from '../../ui/button.js'
import { Select, TextField } from '../../ui/field.js'
import { Icon } from '../../ui/icon.js'
import { Answered, EmptyState } from '../../ui/states.js'
import { toast } from '../../ui/toast.js'
import { useAction } from '../../ui/use-action.js'
import '../../library/library.css'
import { questionsText } from '../../text/questions.js'

const codecs = {
  search: text(),
  tag: text(),
  owner: choice(['', 'me'] as const, ''),
  favourite: flag(),
}

/** The library of saved questions, with search, tags, favourites and owner. */
export function Questions() {
  const [state, set] = useUrlState(codecs)
  const call = questionsCall({ ...state, favourite: state.favourite ? true : null, limit: 50 })
  const answer = useAnswer<Listed>(call)
  const tags = useAnswer<Tags>(tagsCall).data?.data.tags ?? []
  const isFiltered = state.search !== '' || state.tag !== '' || state.owner !== '' || state.favourite
  return (
    <>
      <PageHead title={questionsText.questions} summary={questionsText.savedQuestionsWhichBoardsAnd} />
      <div class="row fields list-filters">
        <TextField
          label={questionsText.search}
          type="search"
          placeholder={questionsText.nameDescriptionOrTag}
          maxLength={200}
          value={state.search}
          onInput={(search) => set({ search }, { replace: true })}
        />
        <Select
          label={questionsText.tag}
          value={state.tag}
          options={[
            { value: '', label: questionsText.anyTag },
            ...tags.map(({ tag, questions }) => ({ value: tag, label: `${tag} (${questions})` })),
          ]}
          onChange={(tag) => set({ tag })}
        />
        <Select
          label={questionsText.owner}
          value={state.owner}
          options={[
            { value: '', label: questionsText.anyone },
            { value: 'me', label: questionsText.me },
          ]}
          onChange={(owner) => set({ owner })}
        />
        <Button icon="star" pressed={state.favourite} onClick={() => set({ favourite: !state.favourite })}>
          {questionsText.favourites}
        </Button>
      </div>
      <Answered
        answer={answer}
        isEmpty={({ data }) => data.questions.length === 0}
        empty={
          <EmptyState
            icon="star"
            title={isFiltered ? questionsText.noQuestionsFound : questionsText.noSavedQuestionsYet}
          >
            {isFiltered ? questionsText.clearTheFiltersToSeeAll : questionsText.openAnyViewThenChooseSave}
          </EmptyState>
        }
      >
        {({ data }) => (
          <Pages
            key={JSON.stringify([call, data.questions.map(({ id, version }) => [id, version])])}
            first={data}
            more={(after) =>
              questionsCall({ ...state, favourite: state.favourite ? true : null, limit: 50, after })
            }
            onChanged={answer.reload}
          />
        )}
      </Answered>
    </>
  )
}

interface PagesProps {
  readonly first: Listed['data']
  readonly more: (after: string) => ReturnType<typeof questionsCall>
  readonly onChanged: () => void
}

/** The questions of the first page and of those that were loaded after it. */
function Pages({ first, more, onChanged }: PagesProps) {
  const [loaded, setLoaded] = useState<Listed['data']>(first)
  const { busy, run, problem } = useAction()
  useEffect(() => setLoaded(first), [first])
  const { next } = loaded
  const load = async (after: string): Promise<void> => {
    const { data } = await send<Listed>(more(after))
    setLoaded(({ questions }) => ({ questions: [...questions, ...data.questions], next: data.next }))
  }
  return (
    <div class="stack">
      <ul class="card bare-list lines question-list">
        {loaded.questions.map((question) => (
          <Row key={question.id} question={question} onChanged={onChanged} />
        ))}
      </ul>
      {problem !== null && (
        <p class="problem" role="alert">
          {problem.message}
        </p>
      )}
      {next !== null && (
        <div class="row">
          <Button busy={busy} onClick={() => void run(() => load(next))}>
            {questionsText.showMore}
          </Button>
        </div>
      )}
    </div>
  )
}

function Row({ question, onChanged }: { readonly question: SavedQuestion; readonly onChanged: () => void }) {
  const { id, name, description, tags, favourite, visibility, owner_id, owner_email, updated_at } = question
  const mine = owner_id === me.value?.user.id
  const toggle = (): void => {
    setFavourite(id, !favourite).then(onChanged, (error: unknown) =>
      toast(asApiError(error).message, { bad: true }),
    )
  }
  return (
    <li>
      <div>
        <a class="row" href={hrefOf(`/questions/${id}`)}>
          {visibility === 'private' && <Icon name="lock" size={14} />}
          <strong>{name}</strong>
        </a>
        {description !== null && <p class="soft">{description}</p>}
        <span class="row">
          {tags.map((tag) => (
            <span class="tag" key={tag}>
              {tag}
            </span>
          ))}
        </span>
        <small>
          {mine
            ? questionsText.byYou(formatTime(updated_at))
            : questionsText.byOwnerUpdatedTime(owner_email ?? questionsText.aKey, formatTime(updated_at))}
        </small>
      </div>
      <Button
        look="quiet"
        icon="star"
        pressed={favourite}
        label={
          favourite ? questionsText.removeNameFromFavourites(name) : questionsText.addNameToFavourites(name)
        }
        onClick={toggle}
      />
    </li>
  )
}
