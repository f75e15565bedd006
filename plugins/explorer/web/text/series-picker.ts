/** What people read in series-picker. */
export const seriesPickerText = {
  events: 'Events',
  metrics: 'Metrics',
  savedQuestions: 'Saved questions',
  formulas: 'Formulas',
  headingShownOfAllTypeTo: (heading: string, shown: number, all: string) =>
    `${heading}: ${shown} of ${all}, type to find more`,
  usedInTheLast30Days: (used: string) => `${used} in the last 30 days`,
  findAnEventAMetricOr: 'Find an event, a metric or a question',
  inTheLast30Days: 'in the last 30 days',
}
