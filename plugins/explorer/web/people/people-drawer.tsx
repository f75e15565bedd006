import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Call } from '../api/call.js'
import { may } from '../api/roles.js'
import { ShareMenu } from '../share/share-menu.js'
import { Button } from '../ui/button.js'
import { Dialog } from '../ui/dialog.js'
import { Segmented } from '../ui/field.js'
import { EmptyState } from '../ui/states.js'
import { downloadPeople } from './export-people.js'
import { arePersons, PeoplePages, PeopleTotal, usePeoplePages } from './people-pages.js'
import { SaveAudience } from './save-audience.js'
import { peopleText } from '../text/people.js'

interface Props {
  /** Describes the people: "Dropped before signed_up". */
  readonly title: string
  /** The request that lists them, without limit and offset. */
  readonly call: Call
  readonly onClose: () => void
  /** A choice between groups of people, for example those who came back and those who did not. */
  readonly choice?: Parameters<typeof Segmented<string>>[0] | undefined
  /** What else can be done with the number. */
  readonly actions?: ComponentChildren
}

/** A drawer that lists the people behind a number, with export and saving as an audience. */
export function PeopleDrawer({ title, call, onClose, choice, actions }: Props) {
  const [saving, setSaving] = useState(false)
  const pages = usePeoplePages(call)
  const { total = 0 } = pages
  return (
    <Dialog title={title} look="drawer" wide onClose={onClose}>
      <div class="people-drawer">
        {choice !== undefined && (
          <div class="row">
            <Segmented {...choice} />
          </div>
        )}
        <div class="spread">
          <PeopleTotal pages={pages} />
          <div class="row">
            {actions}
            {may('editor') && arePersons(pages) && (
              <Button small icon="audience" disabled={total === 0} onClick={() => setSaving(true)}>
                {peopleText.saveAsAudience}
              </Button>
            )}
            <ShareMenu
              part
              calls={[call]}
              sheet={null}
              more={[
                {
                  label: peopleText.exportCSV,
                  icon: 'download',
                  onSelect: () => void downloadPeople(call, title),
                },
              ]}
            />
          </div>
        </div>
        <PeoplePages pages={pages} empty={<NoPeople />} />
      </div>
      {saving && <SaveAudience call={call} title={title} total={total} onClose={() => setSaving(false)} />}
    </Dialog>
  )
}

const NoPeople = () => (
  <EmptyState icon="person" title={peopleText.noPeople}>
    {peopleText.noPersonContributesToThis}
  </EmptyState>
)
