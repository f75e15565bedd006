import { defineView } from '../../router/view.js'

export const questionList = defineView({
  path: '/questions',
  title: 'Questions',
  icon: 'star',
  group: 'Analyze',
  summary: 'The library of saved questions',
  load: async () => (await import('./questions.js')).Questions,
})

export const question = defineView({
  path: '/questions/:id',
  title: 'Question',
  icon: 'star',
  summary: 'A saved question, its history and where it is used',
  load: async () => (await import('./question.js')).QuestionPage,
})
