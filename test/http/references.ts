/** Follows an object's `$ref`, which is a JSON pointer into the document; any other object is returned. */
export function referred(document: object, given: object): object {
  const { $ref } = given as { readonly $ref?: string }
  if ($ref === undefined) return given
  const parts = $ref.replace(/^#\//, '').split('/')
  return parts.reduce<object>((part, name) => (part as Record<string, object>)[name] ?? {}, document)
}

/**
 * Replaces every `$ref` in a schema by what it refers to. Inside itself a recursive schema stands for any value.
 */
export function dereferenced<T>(document: object, given: T, within: readonly string[] = []): T {
  if (Array.isArray(given)) return given.map((one: unknown) => dereferenced(document, one, within)) as T
  if (typeof given !== 'object' || given === null) return given
  const { $ref } = given as { readonly $ref?: string }
  if ($ref !== undefined && within.includes($ref)) return {} as T
  const inside = $ref === undefined ? within : [...within, $ref]
  const entries = Object.entries(referred(document, given)).map(([name, value]: [string, unknown]) => [
    name,
    dereferenced(document, value, inside),
  ])
  return Object.fromEntries(entries) as T
}
