import { useState } from 'preact/hooks'
import { loadMe } from '../../api/account.js'
import { put } from '../../api/call.js'
import { send } from '../../api/send.js'
import type { Membership, WeekStart } from '../../api/types.js'
import { weekStartNames, zoneChoices } from '../../question/calendar.js'
import { Button } from '../../ui/button.js'
import { Select } from '../../ui/field.js'
import { Form } from '../../ui/form.js'
import { Picker } from '../../ui/picker.js'
import { toast } from '../../ui/toast.js'
import { useAction } from '../../ui/use-action.js'
import { manageText } from '../../text/manage.js'

const weekStarts = (['monday', 'sunday', 'saturday'] as const).map((value) => ({
  value,
  label: manageText.weeksStartOnDay(weekStartNames[value]),
}))

/** The time zone and the week start of the workspace's queries. */
export function CalendarForm({ workspace }: { readonly workspace: Membership }) {
  const [timezone, setTimezone] = useState(workspace.timezone)
  const [weekStart, setWeekStart] = useState<WeekStart>(workspace.week_start)
  const { busy, run, problem } = useAction()
  const isChanged = timezone !== workspace.timezone || weekStart !== workspace.week_start
  const save = async (): Promise<void> => {
    await send(put(`/api/v1/admin/workspaces/${workspace.id}`, { timezone, week_start: weekStart }))
    await loadMe()
    toast(manageText.calendarSaved)
  }
  return (
    <section class="card stack">
      <h2>{manageText.calendar}</h2>
      <p class="soft">{manageText.daysWeeksAndRangesSuchAs}</p>
      <Form look="row" onSubmit={() => void run(save)}>
        <Picker
          label={manageText.findATimeZone}
          text={timezone}
          icon="clock"
          choices={zoneChoices(workspace.timezone)}
          value={timezone}
          onChoose={setTimezone}
        />
        <Select
          label={manageText.weekStart}
          bare
          value={weekStart}
          options={weekStarts}
          onChange={setWeekStart}
        />
        <Button type="submit" busy={busy} disabled={!isChanged}>
          {manageText.saveCalendar}
        </Button>
        {problem !== null && (
          <p class="problem" role="alert">
            {problem.message}
          </p>
        )}
      </Form>
    </section>
  )
}
