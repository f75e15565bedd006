import type { BinaryOperator } from '../../contract/index.js'
import type { FunctionName } from './functions.js'
import type { PlainName } from './plain.js'

/** A binary operator of numbers; `-` is also unary. */
export type Operator = Extract<BinaryOperator, '+' | '-' | '*' | '/' | '%' | '**'>

export type Comparison = Extract<BinaryOperator, '=' | '!=' | '<' | '<=' | '>' | '>='>

/** A tree of numbers; `index` is the series' position in the list, from 0. `Call` is what reads whole series. */
export type Tree<Call> =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'series'; readonly index: number }
  | { readonly kind: 'negate'; readonly of: Tree<Call> }
  | {
      readonly kind: 'binary'
      readonly operator: Operator
      readonly left: Tree<Call>
      readonly right: Tree<Call>
    }
  | { readonly kind: 'plain'; readonly name: PlainName; readonly of: Tree<Call>; readonly parameter: number }
  | {
      readonly kind: 'if'
      readonly condition: Condition<Call>
      readonly then: Tree<Call>
      readonly otherwise: Tree<Call>
    }
  | Call

export type Condition<Call> =
  | {
      readonly kind: 'compare'
      readonly operator: Comparison
      readonly left: Tree<Call>
      readonly right: Tree<Call>
    }
  | { readonly kind: 'not'; readonly of: Condition<Call> }
  | { readonly kind: 'and' | 'or'; readonly left: Condition<Call>; readonly right: Condition<Call> }

/** A parsed formula. */
export type Formula = Tree<CallNode>

/** A function over the series of its argument. */
export interface CallNode {
  readonly kind: 'call'
  readonly name: FunctionName
  readonly of: Formula
  /** The function's whole number; 0 if it takes none. */
  readonly parameter: number
}
