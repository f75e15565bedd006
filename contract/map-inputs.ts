import type { Relation } from './plan.js'

/** Returns the relation with mapped inputs; the same object if no input changes. */
export function mapInputs(relation: Relation, map: (input: Relation) => Relation): Relation {
  switch (relation.kind) {
    case 'scan':
    case 'spine':
      return relation
    case 'where':
    case 'derive':
    case 'select':
    case 'aggregate':
    case 'window':
    case 'sort': {
      const input = map(relation.input)
      return input === relation.input ? relation : Object.freeze({ ...relation, input })
    }
    case 'join': {
      const left = map(relation.left)
      const right = map(relation.right)
      return left === relation.left && right === relation.right
        ? relation
        : Object.freeze({ ...relation, left, right })
    }
    case 'union':
    case 'operator': {
      const inputs = relation.inputs.map(map)
      return inputs.every((input, at) => input === relation.inputs[at])
        ? relation
        : Object.freeze({ ...relation, inputs })
    }
  }
}
