/** What people read in views/segments. */
export const segmentsText = {
  chooseAnotherRangeOrRemove: 'Choose another range or remove filters.',
  noPeopleInThisSegment: 'No people in this segment',
  previous: 'Previous',
  firstSeenInTheLast7: 'first seen in the last 7 days',
  seenInTheLast7Days: 'seen in the last 7 days and before',
  lastSeen8To30Days: 'last seen 8 to 30 days ago',
  notSeenForMoreThan30: 'not seen for more than 30 days',
  n1SessionInTheRange: '1 session in the range',
  n15SessionsOrMore: '15 sessions or more',
  segments: 'Segments',
  everyoneSeenUpToTheEnd:
    'Everyone seen up to the end of the range, by when they were last active and by how often they were active in the range.',
  countPeople: (count: string) => `${count} people`,
  next: 'Next',
}
