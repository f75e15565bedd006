import { useState } from 'preact/hooks'
import { me } from '../../api/account.js'
import { may } from '../../api/roles.js'
import type { Data } from '../../api/types.js'
import { useAnswer } from '../../api/use-answer.js'
import { formatTime } from '../../charts/format.js'
import { choice } from '../../router/codec.js'
import { useUrlState } from '../../router/use-url-state.js'
import { PageHead } from '../../shell/page-head.js'
import { Button } from '../../ui/button.js'
import { Confirm } from '../../ui/confirm.js'
import { Segmented } from '../../ui/field.js'
import { Icon } from '../../ui/icon.js'
import { Answered, EmptyState } from '../../ui/states.js'
import { MarkDialog } from './mark-dialog.js'
import { offerUndo } from '../../ui/undo.js'
import { categories, deleteMark, marksCall, restoreMark, type OwnedMark } from './mark.js'
import './marks.css'
import { marksText } from '../../text/marks.js'

const codecs = { category: choice(['', ...categories] as const, '') }
const tags = { release: 'tag accent', news: 'tag', incident: 'tag bad' } as const

/** The workspace's marks, which every chart over time shows. */
export function Marks() {
  const [state, set] = useUrlState(codecs)
  const [edited, setEdited] = useState<OwnedMark | 'new' | null>(null)
  const [deleting, setDeleting] = useState<OwnedMark | null>(null)
  const answer = useAnswer<Data<{ readonly marks: readonly OwnedMark[] }>>(
    marksCall({ ...state, limit: 1000 }),
  )
  const create = may('editor') ? (
    <Button look="primary" icon="plus" onClick={() => setEdited('new')}>
      {marksText.createMark}
    </Button>
  ) : undefined
  const changeable = ({ created_by }: OwnedMark): boolean => may('admin') || created_by === me.value?.user.id
  return (
    <>
      <PageHead title={marksText.marks} summary={marksText.releasesNewsAndIncidentsShown}>
        {create}
      </PageHead>
      <div>
        <Segmented
          label={marksText.category}
          value={state.category}
          options={[
            { value: '', label: marksText.all },
            { value: 'release', label: marksText.releases },
            { value: 'news', label: marksText.news },
            { value: 'incident', label: marksText.incidents },
          ]}
          onChange={(category) => set({ category })}
        />
      </div>
      <Answered
        answer={answer}
        isEmpty={({ data }) => data.marks.length === 0}
        empty={
          <EmptyState icon="flag" title={marksText.noMarksYet} actions={create}>
            {marksText.createAMarkForARelease}
          </EmptyState>
        }
      >
        {({ data }) => (
          <ol class="card bare-list lines mark-list">
            {data.marks.map((mark) => (
              <li key={mark.id}>
                <time dateTime={mark.timestamp} class="soft number">
                  {formatTime(mark.timestamp)}
                </time>
                <span class={tags[mark.category]}>{mark.category}</span>
                <div>
                  <strong>{mark.title}</strong>{' '}
                  {mark.scope === 'private' && (
                    <span class="tag">
                      <Icon name="lock" size={12} /> {marksText.onlyYou}
                    </span>
                  )}
                  {mark.description !== null && <p class="soft">{mark.description}</p>}
                  {mark.source_ref !== null && <SourceRef text={mark.source_ref} />}
                </div>
                {changeable(mark) && (
                  <span class="row-actions">
                    <Button
                      small
                      look="quiet"
                      icon="edit"
                      label={marksText.editTitle(mark.title)}
                      onClick={() => setEdited(mark)}
                    />
                    <Button
                      small
                      look="quiet"
                      icon="trash"
                      label={marksText.deleteTitle(mark.title)}
                      onClick={() => setDeleting(mark)}
                    />
                  </span>
                )}
              </li>
            ))}
          </ol>
        )}
      </Answered>
      {edited !== null && (
        <MarkDialog
          mark={edited === 'new' ? null : edited}
          onSaved={answer.reload}
          onClose={() => setEdited(null)}
        />
      )}
      {deleting !== null && (
        <Confirm
          title={marksText.deleteQuestion(deleting.title)}
          text={marksText.itIsRemovedFromEveryChart}
          action={marksText.deleteMark}
          onConfirm={async () => {
            await deleteMark(deleting.id)
            answer.reload()
            offerUndo(
              marksText.markTitleDeleted(deleting.title),
              () => restoreMark(deleting.id),
              answer.reload,
            )
          }}
          onClose={() => setDeleting(null)}
        />
      )}
    </>
  )
}

/** The source of a mark; a link only if it is an http(s) address. */
const SourceRef = ({ text }: { readonly text: string }) =>
  /^https?:\/\//.test(text) ? (
    <a href={text} target="_blank" rel="noreferrer noopener">
      {text}
    </a>
  ) : (
    <code class="faint">{text}</code>
  )
