import Type from 'typebox'
import type { Explanation, JsonValue, Relation } from '../contract/index.js'
import { planShown } from './plan-shown.js'

/** The body that explains a question: its plans in the order in which they run. */
export const explainedShape = Type.Object({
  data: Type.Array(
    Type.Object({
      plan: Type.String({ description: 'As the question asks it; long lists are shortened' }),
      rules: Type.Array(
        Type.Object({ rule: Type.String(), plan: Type.String({ description: 'The plan after the rule' }) }),
      ),
      views: Type.Array(
        Type.Object({
          name: Type.String(),
          freshness: Type.Enum(['whole', 'delta', 'absent'], {
            description:
              'whole: it stands for every row; delta: what came in since is read beside it; absent: it does not answer',
          }),
        }),
      ),
      reads: Type.Array(Type.String(), { description: 'The views that the answer is read from' }),
      statements: Type.Array(
        Type.Object({
          purpose: Type.String({ description: '`answer`, or what a statement before it finds out' }),
          text: Type.String({ description: 'As the engine is given it' }),
          parameters: Type.Object({}, { additionalProperties: true }),
        }),
      ),
    }),
  ),
})

export const explainedBody = (plans: readonly (Explanation & { readonly plan: Relation })[]) => ({
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

/** Integers beyond what JSON's readers hold are strings. */
const plainJson = (value: unknown): JsonValue =>
  JSON.parse(
    JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? String(one) : one)),
  ) as JsonValue
