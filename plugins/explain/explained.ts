import Type from 'typebox'
import { named, type ExplainedPlan, type JsonObject } from '../../contract/index.js'
import { planShown } from './plan-shown.js'

/** The body that explains a query: its plans in execution order. */
export const explainedShape = named(
  'ExplanationResponse',
  Type.Object({
    data: Type.Array(
      Type.Object({
        plan: Type.String({ description: 'The plan of the query; long lists are shortened' }),
        rules: Type.Array(
          Type.Object({ rule: Type.String(), plan: Type.String({ description: 'The plan after the rule' }) }),
        ),
        views: Type.Array(
          Type.Object({
            name: Type.String(),
            freshness: Type.Enum(['whole', 'delta', 'absent'], {
              description:
                'whole: it covers every row; delta: rows added since are read besides it; absent: it does not answer',
            }),
          }),
        ),
        reads: Type.Array(Type.String(), { description: 'The views that the answer is read from' }),
        statements: Type.Array(
          Type.Object({
            purpose: Type.String({ description: '`answer`, or what an earlier statement determines' }),
            text: Type.String({ description: 'The text sent to the engine' }),
            parameters: Type.Object({}, { additionalProperties: true }),
          }),
        ),
      }),
    ),
  }),
)

export const explainedBody = (plans: readonly ExplainedPlan[]) => ({
  data: plans.map(({ plan, rules, views, reads, statements }) => ({
    plan: planShown(plan),
    rules: rules.map((fired) => ({ rule: fired.rule, plan: planShown(fired.plan) })),
    ...{ views, reads },
    statements: statements.map(({ purpose, text, parameters }) => ({
      ...{ purpose, text },
      parameters: plainJson(parameters),
    })),
  })),
})

/** Integers beyond the range of a JSON number become strings. */
const plainJson = (value: object): JsonObject =>
  JSON.parse(
    JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? String(one) : one)),
  ) as JsonObject
