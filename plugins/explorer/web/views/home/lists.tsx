import type { ComponentChildren } from 'preact'
import { get } from '../../api/call.js'
import type { Data, Mark } from '../../api/types.js'
import { useAnswer, type Answer } from '../../api/use-answer.js'
import { boardsCall, type Boards } from '../../boards/api.js'
import { formatTime } from '../../charts/format.js'
import { questionsCall, type Questions } from '../../library/api.js'
import { hrefOf } from '../../router/location.js'
import { Icon, type IconName } from '../../ui/icon.js'
import { Answered } from '../../ui/states.js'
import { favouritesFirst, newestFirst } from './order.js'
import { homeText } from '../../text/home.js'

const most = 6

interface Row {
  readonly id: string
  readonly name: string
  readonly about: string
  readonly href: string
  readonly icon: IconName
}

interface Props<T> {
  readonly title: string
  readonly answer: Answer<T>
  readonly rowsOf: (data: T) => readonly Row[]
  /** Said if there are no rows. */
  readonly empty: ComponentChildren
  /** The view that has all of them. */
  readonly all: readonly [path: string, text: string, state?: Readonly<Record<string, string>>]
}

function ListCard<T>({ title, answer, rowsOf, empty, all: [path, text, state] }: Props<T>) {
  return (
    <section class="card stack" aria-label={title}>
      <div class="spread">
        <h2>{title}</h2>
        <a href={hrefOf(path, state)}>{text}</a>
      </div>
      <Answered answer={answer}>
        {(data) => {
          const rows = rowsOf(data)
          if (rows.length === 0) return <p class="faint">{empty}</p>
          return (
            <ul class="bare-list home-list">
              {rows.map(({ id, name, about, href, icon }) => (
                <li key={id}>
                  <a href={href}>
                    <Icon name={icon} size={16} />
                    <span class="clip">{name}</span>
                    <small class="clip">{about}</small>
                  </a>
                </li>
              ))}
            </ul>
          )
        }}
      </Answered>
    </section>
  )
}

/** Favourite boards, then those changed last. */
export const PinnedBoards = () => (
  <ListCard
    title={homeText.boards}
    answer={useAnswer<Boards>(boardsCall)}
    all={['/boards', homeText.allBoards]}
    empty={homeText.noBoardsYetABoardShows}
    rowsOf={({ data }) =>
      favouritesFirst(data.boards)
        .slice(0, most)
        .map(({ id, name, tile_count, favourite = false }) => ({
          id,
          name,
          about: homeText.tileCount(tile_count),
          href: hrefOf(`/boards/${id}`),
          icon: favourite ? 'star' : 'board',
        }))
    }
  />
)

export const PinnedQuestions = () => (
  <ListCard
    title={homeText.favouriteQuestions}
    answer={useAnswer<Questions>(questionsCall({ favourite: true, limit: most }))}
    all={['/questions', homeText.allQuestions]}
    empty={homeText.noFavouritesYetMarkASaved}
    rowsOf={({ data }) =>
      data.questions.map(({ id, name, description }) => ({
        id,
        name,
        about: description ?? '',
        href: hrefOf(`/questions/${id}`),
        icon: 'star',
      }))
    }
  />
)

/** The list is sorted by name, so the newest ones are chosen here. */
const mine = questionsCall({ owner: 'me', limit: 1_000 })

export const MyQuestions = () => (
  <ListCard
    title={homeText.yourLatestQuestions}
    answer={useAnswer<Questions>(mine)}
    all={['/questions', homeText.allYours, { owner: 'me' }]}
    empty={homeText.nothingSavedYetChooseSave}
    rowsOf={({ data }) =>
      newestFirst(data.questions)
        .slice(0, most)
        .map(({ id, name, updated_at }) => ({
          id,
          name,
          about: formatTime(updated_at),
          href: hrefOf(`/questions/${id}`),
          icon: 'history',
        }))
    }
  />
)

export const LatestMarks = () => (
  <ListCard
    title={homeText.latestMarks}
    answer={useAnswer<Data<{ readonly marks: readonly Mark[] }>>(get('/api/v1/marks', { limit: most }))}
    all={['/marks', homeText.allMarks]}
    empty={homeText.noMarksYetAMarkShows}
    rowsOf={({ data }) =>
      data.marks.map(({ id, title, category, timestamp }) => ({
        id,
        name: title,
        about: `${category}, ${formatTime(timestamp)}`,
        href: hrefOf('/marks'),
        icon: 'flag',
      }))
    }
  />
)
