const [quote, comma, lineFeed, carriageReturn, apostrophe] = Buffer.from('",\n\r\'')
const formulaStarts: ReadonlySet<number> = new Set(Buffer.from('=+-@\t\r'))
const numberBytes: ReadonlySet<number> = new Set(Buffer.from('0123456789.eE+-'))
const isNumber = (text: string): boolean => /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(text)

type State = 'cell start' | 'quoted' | 'after quote' | 'plain'

/**
 * Streams a CSV file and puts an apostrophe before each cell that a spreadsheet would run as a formula: a cell that begins
 * with `=`, `+`, `-`, `@`, a tab or a carriage return and is not a number (OWASP, “CSV Injection”).
 *
 *     n,name           n,name
 *     -5,=cmd()   →    -5,'=cmd()
 *     7,"@a, b"        7,"'@a, b"
 */
export async function* withoutFormulas(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void> {
  const escaper = createEscaper()
  for await (const chunk of chunks) yield escaper.next(chunk)
  const rest = escaper.end()
  if (rest.length > 0) yield rest
}

function createEscaper() {
  let state: State = 'cell start'
  /** The first bytes of a cell that may be a number or a formula; empty once it is known which. */
  let undecided: number[] = []
  let inQuotes = false

  function next(chunk: Uint8Array): Uint8Array {
    const parts: Uint8Array[] = []
    let written = 0
    let at = 0
    /** Writes the bytes before `at`; the undecided ones are held back. */
    const flush = (): void => {
      if (at > written) parts.push(chunk.subarray(written, at))
      written = at
    }
    while (at < chunk.length) {
      const byte = chunk[at] ?? 0
      if (undecided.length > 0) {
        // A quote in a quoted cell ends it, unless another one follows: `"-1""=x"` is the cell `-1"=x`.
        const closed = undecided.at(-1) === quote
        const ends = inQuotes ? closed && byte !== quote : byte === comma || byte === lineFeed
        const goesOn = !ends && !closed && (numberBytes.has(byte) || (inQuotes && byte === quote))
        if (goesOn && undecided.length < 64) {
          undecided.push(byte)
          at += 1
          written = at
          continue
        }
        parts.push(decided(ends))
        state = closed ? 'after quote' : inQuotes ? 'quoted' : 'plain'
        continue
      }
      if (state === 'quoted') {
        const end = chunk.indexOf(quote ?? 0, at)
        at = end === -1 ? chunk.length : end + 1
        if (end !== -1) state = 'after quote'
        continue
      }
      if (state === 'cell start' && byte === quote && !inQuotes) {
        inQuotes = true
        at += 1
        continue
      }
      if (state === 'cell start' && formulaStarts.has(byte)) {
        flush()
        undecided = [byte]
        at += 1
        written = at
        continue
      }
      if (state === 'cell start' && inQuotes) {
        state = 'quoted'
        continue
      }
      if (state === 'after quote' && byte === quote) state = 'quoted'
      else if (byte === comma || byte === lineFeed) {
        state = 'cell start'
        inQuotes = false
      } else state = 'plain'
      at += 1
    }
    flush()
    return Buffer.concat(parts)
  }

  function decided(ends: boolean): Uint8Array {
    const [first = 0] = undecided
    const isLineEnd = undecided.length === 1 && first === carriageReturn && !inQuotes && ends
    const text = Buffer.from(undecided).toString()
    const keeps = isLineEnd || (ends && isNumber(inQuotes ? text.replace(/"$/, '') : text))
    const bytes = keeps ? undecided : [apostrophe ?? 0, ...undecided]
    undecided = []
    return Uint8Array.from(bytes)
  }

  return { next, end: (): Uint8Array => (undecided.length === 0 ? new Uint8Array() : decided(true)) }
}
