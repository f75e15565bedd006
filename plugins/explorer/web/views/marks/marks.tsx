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
      Create mark
    </Button>
  ) : undefined
  const changeable = ({ created_by }: OwnedMark): boolean => may('admin') || created_by === me.value?.user.id
  return (
    <>
      <PageHead title="Marks" summary="Releases, news and incidents, shown on every chart over time.">
        {create}
      </PageHead>
      <div>
        <Segmented
          label="Category"
          value={state.category}
          options={[
            { value: '', label: 'All' },
            { value: 'release', label: 'Releases' },
            { value: 'news', label: 'News' },
            { value: 'incident', label: 'Incidents' },
          ]}
          onChange={(category) => set({ category })}
        />
      </div>
      <Answered
        answer={answer}
        isEmpty={({ data }) => data.marks.length === 0}
        empty={
          <EmptyState icon="flag" title="No marks yet" actions={create}>
            Create a mark for a release or a campaign, and every chart shows when it happened.
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
                      <Icon name="lock" size={12} /> Only you
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
                      label={`Edit ${mark.title}`}
                      onClick={() => setEdited(mark)}
                    />
                    <Button
                      small
                      look="quiet"
                      icon="trash"
                      label={`Delete ${mark.title}`}
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
          title={`Delete “${deleting.title}”?`}
          text="It is removed from every chart."
          action="Delete mark"
          onConfirm={async () => {
            await deleteMark(deleting.id)
            answer.reload()
            offerUndo(`Mark “${deleting.title}” deleted`, () => restoreMark(deleting.id), answer.reload)
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
