import { defineView } from '../../router/view.js'
import { viewsText } from '../../text/views.js'

export const questionList = defineView({
  path: '/questions',
  title: viewsText.questions,
  icon: 'star',
  group: 'Analyze',
  summary: viewsText.theLibraryOfSavedQuestions,
  load: async () => (await import('./questions.js')).Questions,
})

export const question = defineView({
  path: '/questions/:id',
  title: viewsText.question,
  icon: 'star',
  summary: viewsText.aSavedQuestionItsHistoryAnd,
  load: async () => (await import('./question.js')).QuestionPage,
})
