import { useEffect, useState } from 'preact/hooks'
import type { Call } from '../api/call.js'
import { may } from '../api/roles.js'
import type { Page } from '../api/types.js'
import { useAnswer } from '../api/use-answer.js'
import { ShareMenu } from '../share/share-menu.js'
import { Button } from '../ui/button.js'
import { Dialog } from '../ui/dialog.js'
import { Segmented } from '../ui/field.js'
import { Answered, EmptyState } from '../ui/states.js'
import { downloadPeople } from './export-people.js'
import { PeopleList } from './people-list.js'
import { Pager } from './pager.js'
import { pageOf } from './pages.js'
import type { PersonRow } from './person.js'
import { SaveAudience } from './save-audience.js'

interface Props {
  /** Who they are: "Dropped before signed_up". */
  readonly title: string
  /** What lists them, without limit and offset. */
  readonly call: Call
  readonly onClose: () => void
  /** Which of the persons around the figure, where there is a choice. */
  readonly choice?: Parameters<typeof Segmented<string>>[0] | undefined
}

const pageLength = 50

/** The persons behind a figure, beside it. */
export function PeopleDrawer({ title, call, onClose, choice }: Props) {
  const [offset, setOffset] = useState(0)
  const [saving, setSaving] = useState(false)
  const key = JSON.stringify(call)
  useEffect(() => setOffset(0), [key])
  const answer = useAnswer<Page<PersonRow>>(pageOf(call, { limit: pageLength, offset, count_total: true }))
  const total = answer.data?.total ?? 0
  return (
    <Dialog title={title} look="drawer" wide onClose={onClose}>
      <div class="people-drawer">
        {choice !== undefined && (
          <div class="row">
            <Segmented {...choice} />
          </div>
        )}
        <div class="spread">
          <p class="soft" role="status">
            {answer.data === null ? '' : `${total.toLocaleString('en')} ${total === 1 ? 'person' : 'people'}`}
          </p>
          <div class="row">
            {may('editor') && (
              <Button small icon="audience" disabled={total === 0} onClick={() => setSaving(true)}>
                Save as audience
              </Button>
            )}
            <ShareMenu
              part
              calls={[call]}
              sheet={null}
              more={[
                { label: 'Export CSV', icon: 'download', onSelect: () => void downloadPeople(call, title) },
              ]}
            />
          </div>
        </div>
        <Answered answer={answer} isEmpty={({ data }) => data.length === 0} empty={<Nobody />}>
          {({ data, has_more }) => (
            <>
              <PeopleList rows={data} />
              <Pager
                offset={offset}
                length={data.length}
                limit={pageLength}
                total={total}
                hasMore={has_more}
                onMove={setOffset}
              />
            </>
          )}
        </Answered>
      </div>
      {saving && <SaveAudience call={call} title={title} total={total} onClose={() => setSaving(false)} />}
    </Dialog>
  )
}

const Nobody = () => (
  <EmptyState icon="person" title="Nobody">
    No person is behind this figure.
  </EmptyState>
)
