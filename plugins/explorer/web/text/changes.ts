/** What people read in views/changes. */
export const changesText = {
  peopleOfValueSide: (value: string, side: string) => `People of ${value}, ${side}`,
  before: 'Before',
  after: 'After',
  change: 'Change',
  sizeOfTheChange: 'Size of the change',
  shareOfTheChange: 'Share of the change',
  eventsAndPeople: 'Events and people',
  logs: 'Logs',
  infrastructure: 'Infrastructure',
  findAMetric: 'Find a metric',
  noPluginOfThisServiceHas: 'No plugin of this service has a time series.',
  noMetricsAreAvailable: 'No metrics are available',
  whyItChanged: 'Why it changed',
  theValuesThatContributeMostTo: 'The values that contribute most to the change between two ranges.',
  query: 'Query',
  chooseAValueForEachRequired: 'Choose a value for each required parameter of the metric.',
  parametersRequired: 'Parameters required',
  noFieldHasTwoTo1:
    'No field has two to 1,000 values in these ranges. Choose longer ranges or remove filters.',
  nothingToCompare: 'Nothing to compare',
  valueExplainsShare: (value: string, share: string) => `${value} explains ${share}`,
}
