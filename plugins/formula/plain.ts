interface PlainFunction {
  /** The whole number that the function may take after its argument; null if it takes none. */
  readonly parameter: { readonly name: string; readonly usual: number; readonly most: number } | null
  apply(value: number, parameter: number): number
}

/** Functions of one value, as calculated properties have them. */
export const plainFunctions = {
  abs: { parameter: null, apply: Math.abs },
  ceil: { parameter: null, apply: Math.ceil },
  floor: { parameter: null, apply: Math.floor },
  /** To this many decimals, halves away from zero. */
  round: { parameter: { name: 'digits', usual: 0, most: 15 }, apply: rounded },
} as const satisfies Readonly<Record<string, PlainFunction>>

export type PlainName = keyof typeof plainFunctions

export const isPlain = (name: string): name is PlainName => Object.hasOwn(plainFunctions, name)

/** The addend is the greatest number below a half: with a half, the number before it would be rounded up. */
function rounded(value: number, digits: number): number {
  const scale = 10 ** digits
  if (Math.abs(value) >= 1e15) return value
  return (Math.sign(value) * Math.floor(Math.abs(value) * scale + 0.49999999999999994)) / scale
}
