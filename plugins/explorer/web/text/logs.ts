import { integer } from './format.js'

/** What people read in views/logs. */
export const logsText = {
  levels: 'Levels',
  searchMessages: 'Search messages',
  logLinesOverTimeByLevel: 'Log lines over time by level',
  logs: 'Logs',
  logLinesOfYourServicesNewest: 'Log lines of your services, newest first. Times are in UTC.',
  query: 'Query',
  logLines: 'Log lines',
  chooseALongerRangeOtherLevels: 'Choose a longer range, other levels or another search.',
  noLogLines: 'No log lines',
  showOlderLines: 'Show older lines',
  theNewestLines: (count: number) =>
    `The newest ${integer(count)} lines. Choose an earlier range to see older ones.`,
}
