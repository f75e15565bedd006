import { h, type ComponentChildren } from 'preact'

interface Props {
  /** A sentence with elements in it: `Set <code>TOKEN</code> first.` */
  readonly text: string
  /** What a tag becomes, for tags that are not elements of their own name: `{ logs: (text) => <a href="…">{text}</a> }`. */
  readonly tags?: Readonly<Record<string, (text: string) => ComponentChildren>>
}

/** Elements without a function in `tags`. A closed list: a name in the sentence must not become a script. */
const elements: readonly string[] = ['code', 'kbd', 'small', 'strong']

/** A translated sentence of which some words are code, strong or links. Tags do not nest. */
export function Rich({ text, tags = {} }: Props) {
  // Each match gives the text before it, a tag and the tag's text.
  const parts = text.split(/<(\w+)>(.*?)<\/\1>/)
  return parts.map((part, index) => {
    if (index % 3 === 1) return null
    const tag = parts[index - 1] ?? ''
    if (index % 3 === 0) return part
    return tags[tag]?.(part) ?? (elements.includes(tag) ? h(tag, {}, part) : part)
  })
}
