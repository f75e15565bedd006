import { andList } from './format.js'

/** What people read in views/trends. */
export const trendsText = {
  addSeries: 'Add series',
  seriesLetter: (letter: string) => `Series ${letter}`,
  savedQuestion: 'Saved question',
  removeSeriesLetter: (letter: string) => `Remove series ${letter}`,
  functionsCumulativeAMoving:
    'Functions: cumulative(A), moving_average(A, 7), delta(A), lag(A, 1), share(A), rank(A), if(A > 0, A, B), abs(A), ceil(A), floor(A), round(A, 2)',
  formula: 'Formula',
  trends: 'Trends',
  query: 'Query',
  chartType: 'Chart type',
  result: 'Result',
  thisLinkNamesAMetricThat:
    'This link names a metric that is unknown, or a saved question that is no longer a time series. Choose another metric.',
  unknownMetric: 'Unknown metric',
  parametersRequired: 'Parameters required',
  chooseToSeeTheMetricOverTime: (parameters: readonly string[]) =>
    `Choose ${andList(parameters)} to see the metric over time.`,
}
