/**
 * The plot of the demo data: one launch, one campaign, one broken release. Times are days since its first
 * midnight.
 */
export interface DemoPlot {
  readonly releases: readonly DemoRelease[]
  readonly marks: readonly DemoMark[]
  /** 0 … 1: the adoption of the launched feature; 0 before its launch. */
  adoption(day: number): number
  isCampaign(day: number): boolean
  versionAt(moment: number): string
  /** Whether the moment is between the broken release and its fix. */
  isBroken(moment: number): boolean
}

export interface DemoRelease {
  readonly moment: number
  readonly version: string
}

export interface DemoMark {
  readonly moment: number
  readonly title: string
  readonly description: string
  readonly category: 'release' | 'news' | 'incident'
}

const [monday, tuesday] = [1, 2]
const hour = 1 / 24
const campaignDays = 3

/**
 * @param first the first day, in days since 1970
 * @param days the length of the story; all of it happens in the last third, which the usual ranges of 30 and
 * 7 days cover
 */
export function plotOf(first: number, days: number): DemoPlot {
  const onA = (weekday: number, share: number): number => {
    const day = Math.round(days * share)
    // A short story has no week to spare.
    return days < 60 ? day : day + ((weekday - weekdayOf(first + day) + 7) % 7)
  }
  const launch = onA(tuesday, 0.67)
  const campaign = onA(monday, 0.73)
  const broken = onA(tuesday, 0.82) + 9.5 * hour
  const fixed = broken + 2 + 5.5 * hour
  const releases: readonly DemoRelease[] = [
    { moment: -1, version: '2.0.0' },
    { moment: onA(tuesday, 0.2) + 10 * hour, version: '2.1.0' },
    { moment: onA(tuesday, 0.4) + 10 * hour, version: '2.2.0' },
    { moment: onA(tuesday, 0.55) + 10 * hour, version: '2.3.0' },
    { moment: launch + 9 * hour, version: '2.4.0' },
    { moment: broken, version: '2.5.0' },
    { moment: fixed, version: '2.5.1' },
  ]
  return {
    releases,
    marks: [
      {
        moment: launch + 9 * hour,
        title: '2.4.0: shared dashboards',
        description: 'Dashboards can be shared with the team or by a link (event dashboard_shared).',
        category: 'release',
      },
      {
        moment: campaign + 8 * hour,
        title: 'Campaign creator_week',
        description: `Videos by three creators in Brazil, ${campaignDays} days: many come, few stay.`,
        category: 'news',
      },
      {
        moment: broken,
        title: '2.5.0: new sign-up form',
        description: 'Sign-up fails on phones, reports load slowly.',
        category: 'release',
      },
      {
        moment: broken + 8 * hour,
        title: 'Sign-up fails on phones',
        description: 'The new form of 2.5.0 fails on iOS and Android; error logs of web and api rise.',
        category: 'incident',
      },
      {
        moment: fixed,
        title: '2.5.1: sign-up form fixed',
        description: 'Sign-ups are back.',
        category: 'release',
      },
    ],
    adoption: (day) => (day < launch ? 0 : 1 / (1 + Math.exp(2.6 - (day - launch) * 0.4))),
    isCampaign: (day) => day >= campaign && day < campaign + campaignDays,
    versionAt: (moment) => releases.findLast((one) => one.moment <= moment)?.version ?? '2.0.0',
    isBroken: (moment) => moment >= broken && moment < fixed,
  }
}

/** Sunday is 0; 1970-01-01 was a Thursday. */
export const weekdayOf = (day: number): number => (day + 4) % 7
