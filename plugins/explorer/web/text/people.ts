import { integer } from './format.js'
import { plural } from './plural.js'

/** What people read in people. */
export const peopleText = {
  anonymousId: (id: string) => `Anonymous ${id}`,
  audienceNameSaved: (name: string) => `Audience “${name}” saved`,
  saveAsAudience: 'Save as audience',
  saveAudience: 'Save audience',
  savesThesePeopleAsAFixed: 'Saves these people as a fixed list. Any query can be restricted to an audience.',
  exportCSV: 'Export CSV',
  noPersonContributesToThis: 'No person contributes to this number. Choose a longer range or remove filters.',
  noPeople: 'No people',
  events: 'Events',
  timeUTC: (time: string) => `${time} UTC`,
  traits: 'Traits',
  searchTraits: 'Search traits',
  addToAudience: 'Add to audience',
  add: 'Add',
  audience: 'Audience',
  newAudience: 'New audience…',
  peopleCanBeAddedOnlyTo:
    'People can be added only to audiences with a fixed list. Audiences with rules select their people by these rules.',
  countedEvents: (count: number) => plural(count, { one: '# event', other: '# events' }),
  countedPeople: (count: number) => plural(count, { one: '# person', other: '# people' }),
  countedSessions: (count: number) => plural(count, { one: '# session', other: '# sessions' }),
  savesTheFirstPeople: (saved: number, all: number) =>
    `Saves the first ${integer(saved)} of these ${integer(all)} people as a fixed list.`,
  peopleAdded: (count: number, audience: string) =>
    plural(count, { one: `# person added to “${audience}”`, other: `# people added to “${audience}”` }),
  eventsOfThisPersonOverTime: 'Events of this person over time',
  eventsOfThisGroupOverTime: 'Events of this group over time',
  noTraitsOfPerson: 'No traits yet. Send them with an identify call.',
  noTraitsOfGroup: 'No traits yet. Send them with a group call.',
  copyId: (what: string, id: string) => `Copy ${what} ${id}`,
  sessions: 'Sessions',
  firstSeen: 'First seen',
  lastSeen: 'Last seen',
  members: 'Members',
  device: 'Device',
  user: 'User',
}
