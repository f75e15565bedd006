export { expressionFunctions, type Clock } from './functions.js'
export type { BinaryOperator, Language as ExpressionLanguage } from './language.js'
export {
  longestExpression,
  lowerCalculated,
  parseCalculated,
  referencesOf,
  typeOfValue,
  type ExpressionContext,
} from './lower.js'
export { calculatedValues, formOf, type ReadCalculated } from './properties.js'
export { parseExpression, type Node as ExpressionNode, type ReadArguments } from './parse.js'
export type { Value as ExpressionValue } from './value.js'
