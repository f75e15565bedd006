import { integer } from './format.js'
import { plural } from './plural.js'

/** What people read in views/retention. */
export const retentionText = {
  allCohorts: 'All cohorts',
  averageRetentionByUnitCurves: (unit: string, curves: string) => `Average retention by ${unit}: ${curves}`,
  curves: 'Curves',
  inUnit1: (unit: string) => `in ${unit} 1`,
  retentionByCohort: 'Retention by cohort',
  shareOfEachCohortThatCame: (unit: string) =>
    `Share of each cohort that came back, by ${unit} since the first event`,
  cohort: 'Cohort',
  people: 'People',
  countOfSizePeople: (count: string, size: string) => `${count} of ${size} people`,
  shareCountPeopleOfTheCohort: (share: string, count: string, cohort: string, unit: string, period: number) =>
    `${share}, ${count} people of the cohort of ${cohort} in ${unit} ${period}`,
  query: 'Query',
  peopleWhoDid: 'People who did',
  firstEvent: 'First event',
  anyEvent: 'any event',
  andCameBackWith: 'and came back with',
  returnEvent: 'Return event',
  period: 'Period',
  byDay: 'By day',
  byWeek: 'By week',
  byMonth: 'By month',
  numberOfPeriods: 'Number of periods',
  periods: (count: number) => plural(count, { one: '# period', other: '# periods' }),
  mode: 'Mode',
  cameBackInThePeriod: 'Came back in the period',
  cameBackInItOrLater: 'Came back in it or later',
  retention: 'Retention',
  howManyPeopleComeBackAfter: 'How many people come back after their first event, period by period.',
  result: 'Result',
  all: 'All',
  averages: 'Averages',
  averagesWeightedByPeople: 'Averages weighted by people',
  averagesWithEqualWeights: 'Averages with equal weights',
  show: 'Show',
  grid: 'Grid',
  curve: 'Curve',
  averagesWeightEachCohortByIts: 'Averages weight each cohort by its number of people.',
  averagesWeightEveryCohortThe: 'Averages weight every cohort the same.',
  cameBack: 'Came back',
  didNotComeBack: 'Did not come back',
  chooseALongerRangeFewerFilters: 'Choose a longer range, fewer filters or another first event.',
  noCohortsInThisRange: 'No cohorts in this range',
  units: { daily: 'day', weekly: 'week', monthly: 'month' },
  clickACell:
    'Click a cell to list its people. Striped periods and cohorts are incomplete: the range begins or ends in them, or they are not over yet.',
  dashedEnd:
    'The dashed end of a curve is incomplete: its periods are over for no cohort. Every average includes one period that is still open.',
  cameBackIn: (unit: string, period: number, cohort: string) =>
    `Came back in ${unit} ${period}: cohort of ${cohort}`,
  didNotComeBackIn: (unit: string, period: number, cohort: string) =>
    `Did not come back in ${unit} ${period}: cohort of ${cohort}`,
  cameBackInTheFirst: (unit: string, people: number, cohorts: number) =>
    plural(cohorts, {
      one: `came back in ${unit} 1, of ${integer(people)} people in # cohort`,
      other: `came back in ${unit} 1, of ${integer(people)} people in # cohorts`,
    }),
  unitNumber: (unit: string, period: number) => `${unit} ${period}`,
  curvePoint: (curve: string, unit: string, period: number, share: string) =>
    `${curve}, ${unit} ${period}: ${share}`,
}
