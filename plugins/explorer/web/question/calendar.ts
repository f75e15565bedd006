import { workspace } from '../api/workspace.js'
import type { WeekStart } from '../api/types.js'
import { questionText } from '../text/question.js'

export const weekStartNames: Readonly<Record<WeekStart, string>> = {
  monday: questionText.monday,
  sunday: questionText.sunday,
  saturday: questionText.saturday,
}

/** The time zone of queries that choose none: the workspace's. */
export const usualZone = (): string => workspace.value?.timezone ?? 'UTC'

/** The first day of the week in every query of the explorer: the workspace's. */
export const weekStart = (): WeekStart => workspace.value?.week_start ?? 'monday'

const own = Intl.DateTimeFormat().resolvedOptions().timeZone

/** All time zones to choose from: `usual`, UTC and this device's first. */
export function zoneChoices(
  usual: string,
): readonly { readonly value: string; readonly label: string; readonly about?: string }[] {
  const abouts = new Map([
    [own, questionText.thisDevicesTimeZone],
    [usual, questionText.theWorkspacesTimeZone],
  ])
  return [...new Set([usual, 'UTC', own, ...Intl.supportedValuesOf('timeZone')])].map((zone) => {
    const about = abouts.get(zone)
    return { value: zone, label: zone.replaceAll('_', ' '), ...(about === undefined ? {} : { about }) }
  })
}
