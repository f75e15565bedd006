/** What people read in library. */
export const libraryText = {
  description: 'Description',
  tags: 'Tags',
  separatedByCommas: 'Separated by commas',
  growthWeeklyReview: 'growth, weekly review',
  visibleTo: 'Visible to',
  theWorkspace: 'The workspace',
  onlyMe: 'Only me',
  questionSaved: 'Question saved',
  saveQuestion: 'Save question',
  question: 'Question',
  tileAddedToTheBoard: 'Tile added to the board',
  addToBoard: 'Add to board',
  add: 'Add',
  board: 'Board',
  newBoard: 'New board…',
  boardName: 'Board name',
}
