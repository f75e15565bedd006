/** What people read in views/sessions. */
export const sessionsText = {
  latestSessions: 'Latest sessions',
  person: 'Person',
  sessions: 'Sessions',
  started: 'Started',
  duration: 'Duration',
  events: 'Events',
  entry: 'Entry',
  exit: 'Exit',
  source: 'Source',
  session: 'Session',
  aSessionIsASeriesOf:
    'A session is a series of events on one device, each at most 30 minutes after the previous one.',
  sessionsStarted: 'Sessions started',
  mostFrequent: 'Most frequent',
  rankSessionsBy: 'Rank sessions by',
  sessionId: 'session',
}
