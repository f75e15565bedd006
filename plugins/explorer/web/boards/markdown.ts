/**
 * The Markdown of text tiles: headings, paragraphs, lists, bold, italics, links, inline and fenced code. Everything else,
 * HTML included, is shown as it is written. Returns data, never HTML, so a text cannot add elements of its own.
 */
export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly of: readonly Inline[] }
  | { readonly kind: 'paragraph'; readonly of: readonly Inline[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly (readonly Inline[])[] }
  | { readonly kind: 'code'; readonly text: string }

export type Inline =
  | string
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'em'; readonly of: readonly Inline[] }
  | { readonly kind: 'link'; readonly href: string; readonly of: readonly Inline[] }

const heading = /^ {0,3}(#{1,6})\s+(.*?)(?:\s+#+)?\s*$/
const bullet = /^\s{0,3}[-*+]\s+(.*)$/
const numbered = /^\s{0,3}\d{1,9}[.)]\s+(.*)$/
const fence = /^ {0,3}```/

export function parseMarkdown(text: string): readonly Block[] {
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  const blocks: Block[] = []
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? ''
    if (line.trim() === '') at++
    else if (fence.test(line)) at = readCode(lines, at, blocks)
    else if (bullet.test(line)) at = readList(lines, at, bullet, blocks)
    else if (numbered.test(line)) at = readList(lines, at, numbered, blocks)
    else if (heading.test(line)) {
      const [, marks = '', words = ''] = heading.exec(line) ?? []
      blocks.push({ kind: 'heading', level: marks.length, of: parseInline(words) })
      at++
    } else at = readParagraph(lines, at, blocks)
  }
  return blocks
}

/** Reads up to the closing fence, or to the end of the text. */
function readCode(lines: readonly string[], from: number, blocks: Block[]): number {
  const end = lines.findIndex((line, at) => at > from && fence.test(line))
  const to = end < 0 ? lines.length : end
  blocks.push({ kind: 'code', text: lines.slice(from + 1, to).join('\n') })
  return to + 1
}

function readList(lines: readonly string[], from: number, marker: RegExp, blocks: Block[]): number {
  const items: string[] = []
  let at = from
  for (; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const [, item] = marker.exec(line) ?? []
    if (item !== undefined) items.push(item)
    else if (/^\s+\S/.test(line) && items.length > 0) items.push(`${items.pop() ?? ''} ${line.trim()}`)
    else break
  }
  blocks.push({ kind: 'list', ordered: marker === numbered, items: items.map((item) => parseInline(item)) })
  return at
}

function readParagraph(lines: readonly string[], from: number, blocks: Block[]): number {
  let to = from + 1
  while (to < lines.length && isPlain(lines[to] ?? '')) to++
  blocks.push({ kind: 'paragraph', of: parseInline(lines.slice(from, to).join('\n').trim()) })
  return to
}

const isPlain = (line: string): boolean =>
  line.trim() !== '' && ![heading, bullet, numbered, fence].some((one) => one.test(line))

/** What may begin at a character, tried in this order. */
const escaped = /\\([!-/:-@[-`{-~])/y
const code = /`([^`\n]+)`/y
const strong = /\*\*(?![\s*])((?:[^*]|\*(?!\*))+?)(?<!\s)\*\*/y
const star = /\*(?![\s*])([^*]+)(?<!\s)\*/y
const underscore = /(?<!\w)_(?![\s_])([^_]+)(?<!\s)_(?!\w)/y
const link = /\[([^\][]+)\]\(([^()\s]+)\)/y
/** Markers within markers; deeper ones are shown as they are written. */
const deepest = 4

export function parseInline(text: string, depth = 0): readonly Inline[] {
  const found: Inline[] = []
  let plain = ''
  const add = (one: Inline): void => {
    if (plain !== '') found.push(plain)
    plain = ''
    found.push(one)
  }
  const match = (pattern: RegExp, at: number): RegExpExecArray | null => {
    pattern.lastIndex = at
    return pattern.exec(text)
  }
  const inner = (words: string | undefined): readonly Inline[] => parseInline(words ?? '', depth + 1)
  for (let at = 0; at < text.length;) {
    const one = /[\\`*_[]/.test(text[at] ?? '') && depth < deepest
    const hit = one ? firstOf([escaped, code, strong, star, underscore, link], (of) => match(of, at)) : null
    if (hit === null) {
      plain += text[at] ?? ''
      at++
      continue
    }
    const [pattern, [whole, words = '', href = '']] = hit
    const target = pattern === link ? safeHref(href) : null
    if (pattern === escaped) plain += words
    else if (pattern === code) add({ kind: 'code', text: words })
    else if (pattern === strong) add({ kind: 'strong', of: inner(words) })
    else if (pattern !== link) add({ kind: 'em', of: inner(words) })
    else if (target !== null) add({ kind: 'link', href: target, of: inner(words) })
    else plain += whole
    at += whole.length
  }
  if (plain !== '') found.push(plain)
  return found
}

function firstOf(
  patterns: readonly RegExp[],
  match: (pattern: RegExp) => RegExpExecArray | null,
): readonly [RegExp, RegExpExecArray] | null {
  for (const pattern of patterns) {
    const found = match(pattern)
    if (found !== null) return [pattern, found]
  }
  return null
}

/**
 * Returns the target of a link if it is a web address, a mail address or a path of this site; else null, and the link is
 * shown as text. Browsers read backslashes as slashes, so `/\evil.example` is another site.
 */
export function safeHref(href: string): string | null {
  // eslint-disable-next-line no-control-regex -- browsers skip control characters
  if (/[\u0000-\u0020\u007f\\]/.test(href)) return null
  if (/^\/(?!\/)/.test(href)) return href
  return /^(?:https?:\/\/|mailto:)./i.test(href) && URL.canParse(href) ? href : null
}
