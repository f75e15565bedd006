import { plural } from './plural.js'

interface RuleText {
  readonly negate: boolean
  readonly count: number
  readonly days: number
  /** Conditions as text. */
  readonly where: readonly string[]
}

/** What people read in views/audiences. */
export const audiencesText = {
  createAudience: 'Create audience',
  audiences: 'Audiences',
  groupsOfPeopleByWhatThey:
    'Groups of people by what they did and who they are. Any query can be restricted to an audience.',
  describePeopleByRulesSuchAs:
    'Describe people by rules, such as “bought twice this week” or “did not come back for a month”.',
  noAudiencesYet: 'No audiences yet',
  ruleNumber: (number: number) => `Rule ${number}`,
  condition: 'Condition',
  did: 'did',
  didNotDo: 'did not do',
  eventOfRuleNumber: (number: number) => `Event of rule ${number}`,
  atLeast: 'at least',
  inTheLast: 'in the last',
  removeRuleNumber: (number: number) => `Remove rule ${number}`,
  name: 'Name',
  description: 'Description',
  whatTheyDid: 'What they did',
  eachRuleIsCheckedSeparatelyA: 'Each rule is checked separately; a person must match all of them.',
  addRule: 'Add rule',
  whoTheyAre: 'Who they are',
  traitsAreComparedAsTheyAre:
    'Traits are compared as they are now. Fields and properties match if any event of the person matches.',
  lookbackDays: 'Lookback (days)',
  leaveEmptyForAllHistory: 'Leave empty for all history',
  peopleAreListedByHandOnly: (count: number) =>
    plural(count, {
      one: '# person is listed by hand; only they can be in this audience.',
      other: '# people are listed by hand; only they can be in this audience.',
    }),
  newAudience: 'New audience',
  anAudienceContainsThePeopleWho: 'An audience contains the people who match every filter and every rule.',
  audienceCreated: 'Audience created',
  openInTrends: 'Open in Trends',
  showHistory: 'Show history',
  deleteAudience: 'Delete audience',
  showPeople: 'Show people',
  saveChanges: 'Save changes',
  audienceSaved: 'Audience saved',
  peopleInName: (name: string) => `People in ${name}`,
  deleteQuestion: (name: string) => `Delete “${name}”?`,
  theDataOfThePeopleIs:
    'The data of the people is kept. Saved questions and links that use this audience stop working.',
  audienceNameDeleted: (name: string) => `Audience “${name}” deleted`,
  peopleUnit: (count: number) => plural(count, { one: 'person', other: 'people' }),
  timesUnit: (count: number) => plural(count, { one: 'time', other: 'times' }),
  daysUnit: (count: number) => plural(count, { one: 'day', other: 'days' }),
  /** A rule as text: “did Purchase at least 2 times in the last 7 days where plan is pro”. */
  rule: (event: string, { negate, count, days, where }: RuleText) =>
    [
      negate ? 'did not do' : 'did',
      event,
      count > 1 ? plural(count, { one: 'at least # time', other: 'at least # times' }) : '',
      plural(days, { one: 'in the last day', other: 'in the last # days' }),
      where.length === 0 ? '' : `where ${where.join(' and ')}`,
    ]
      .filter((part) => part !== '')
      .join(' '),
  isListed: (count: number) =>
    plural(count, { one: 'is the listed person', other: 'is one of # listed people' }),
  everyone: 'Everyone',
  allConditions: (conditions: readonly string[]) => conditions.join(', and '),
}
