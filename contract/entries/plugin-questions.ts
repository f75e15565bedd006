/** A part of `sextant/plugin`. */

// What requests ask and how series are answered.
export {
  audienceIn,
  bodyFields,
  bodyBreakdowns,
  bodyDimensions,
  bodyFilters,
  pageFields,
  type AskedBody,
  type InlineAudience,
  type AskedBodyQuestion,
  type PageAnswer,
  type PageRequest,
  type SeriesRequest,
} from '../request-shapes.js'
export {
  pointsOf,
  refuseTooMany,
  seriesBody,
  summary,
  type Point,
  type Series,
  type SeriesComparison,
  type SeriesData,
  type SeriesLine,
  type SeriesMetric,
  type SeriesTogether,
} from '../series-body.js'
export { savedQuestions, type SavedQuestions, type SavedQuestionTitle } from '../saved-questions.js'
export {
  fieldPattern,
  questionLibrary,
  questionPrefix,
  questionsIn,
  unknownQuestion,
  type FindQuestionUses,
  type LibraryQuestion,
  type QuestionLibrary,
  type QuestionUse,
} from '../question-library.js'
export { checkQuestion, checkView, placedUnder, withShared, type SharedValues } from '../check-question.js'
export { withParameters } from '../saved-parameters.js'
export { asksOf, savedQuestionOf, savedQuestionShape, tileAnswerShape } from '../saved-shapes.js'
export { inUse } from '../in-use.js'
export { nullable, timeSchema } from '../answer-schemas.js'
