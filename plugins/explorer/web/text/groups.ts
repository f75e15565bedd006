/** What people read in views/groups. */
export const groupsText = {
  groups: 'Groups',
  companiesAndOtherGroupsOf: 'Companies and other groups of people, most recently seen first.',
  query: 'Query',
  type: 'Type',
  result: 'Result',
  sendAGroupCallOrName: 'Send a group call, or name the groups of an event: {"groups": {"company": "acme"}}.',
  noGroupsInThisRange: 'No groups in this range',
  activity: 'Activity',
  figures: 'Figures',
  members: 'Members',
  events: 'Events',
  showOlderEvents: 'Show older events',
  chooseALongerRange: 'Choose a longer range.',
  noEventsInThisRange: 'No events in this range',
}
