const words: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
}

/** JSON Schema's `type` in words. */
export const typeWords = (type: unknown): string =>
  (Array.isArray(type) ? (type as unknown[]) : [type])
    .map((name) => words[String(name)] ?? String(name))
    .join(' or ')
