import type { ComponentChildren } from 'preact'
import { parseMarkdown, type Block, type Inline } from './markdown.js'
import './text-tile.css'
import { boardsText } from '../text/boards.js'

/** A text in Markdown; below the title of its tile, so its headings start at the third level. */
export const TextTile = ({ text, title }: { readonly text: string; readonly title: string }) => (
  <div class="tile-scroll tile-text" tabIndex={0} role="region" aria-label={boardsText.textOfTitle(title)}>
    {parseMarkdown(text).map(shownBlock)}
  </div>
)

function shownBlock(block: Block, key: number): ComponentChildren {
  switch (block.kind) {
    case 'heading': {
      const Heading = `h${Math.min(block.level + 2, 6)}` as 'h3'
      return (
        <Heading key={key} class={`text-heading-${block.level}`}>
          {block.of.map(shownInline)}
        </Heading>
      )
    }
    case 'paragraph':
      return <p key={key}>{block.of.map(shownInline)}</p>
    case 'code':
      return (
        <pre key={key} class="code">
          {block.text}
        </pre>
      )
    case 'list': {
      const items = block.items.map((item, index) => <li key={index}>{item.map(shownInline)}</li>)
      return block.ordered ? <ol key={key}>{items}</ol> : <ul key={key}>{items}</ul>
    }
  }
}

function shownInline(one: Inline, key: number): ComponentChildren {
  if (typeof one === 'string') return one
  switch (one.kind) {
    case 'code':
      return <code key={key}>{one.text}</code>
    case 'strong':
      return <strong key={key}>{one.of.map(shownInline)}</strong>
    case 'em':
      return <em key={key}>{one.of.map(shownInline)}</em>
    case 'link':
      return (
        <a key={key} href={one.href} {...(one.href.startsWith('/') ? {} : elsewhere)}>
          {one.of.map(shownInline)}
        </a>
      )
  }
}

const elsewhere = { target: '_blank', rel: 'noopener noreferrer nofollow' }
