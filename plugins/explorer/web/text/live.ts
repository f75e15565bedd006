/** What people read in views/live. */
export const liveText = {
  liveEvents: 'Live events',
  eventsAsTheyArriveNewestFirst: 'Events as they arrive, newest first. Times are in UTC.',
  query: 'Query',
  events: 'Events',
  noEventsYet: 'No events yet',
  eventsAppearHereWithinSeconds: 'Events appear here within seconds after they arrive.',
  theLiveTailIsPausedTurn: 'The live tail is paused. Turn it on to see events as they arrive.',
  sentenceTryingAgain: (sentence: string) => `${sentence} Trying again…`,
  showOlderEvents: 'Show older events',
}
