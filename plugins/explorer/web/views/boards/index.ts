import { defineView } from '../../router/view.js'

export const boardList = defineView({
  path: '/boards',
  title: 'Boards',
  icon: 'board',
  group: 'Analyze',
  summary: 'Saved questions, side by side',
  load: async () => (await import('./boards.js')).Boards,
})

export const board = defineView({
  path: '/boards/:id',
  title: 'Board',
  icon: 'board',
  summary: 'The tiles of a board',
  load: async () => (await import('./board.js')).BoardPage,
})
