import { defineView } from '../../router/view.js'
import { viewsText } from '../../text/views.js'

export const boardList = defineView({
  path: '/boards',
  title: viewsText.boards,
  icon: 'board',
  group: 'Analyze',
  summary: viewsText.savedQuestionsSideBySide,
  load: async () => (await import('./boards.js')).Boards,
})

export const board = defineView({
  path: '/boards/:id',
  title: viewsText.board,
  icon: 'board',
  summary: viewsText.theTilesOfABoard,
  load: async () => (await import('./board.js')).BoardPage,
})
