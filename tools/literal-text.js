/**
 * An ESLint rule: what people read in the pages comes from plugins/explorer/web/text, so that it can be translated.
 * Finds text with letters in JSX, in attributes and properties that are shown, and sentences anywhere else.
 */
const shown =
  /^(title|label|placeholder|summary|hint|alt|aria-label|aria-description|caption|empty|about|heading|message|note)$/
/** Attributes and properties whose values are never shown, or are code. */
const code =
  /^(class|className|look|code|style|d|points|viewBox|group|section|rel|sandbox|allow|accept|transform|gridColumn|gridRow)$/
const words = /\p{L}{2}/u
const sentence = /^\p{Lu}\p{Ll}|\p{L}[,.:;)”]? [(“]?\p{L}/u
/** Names of products, of keys and of HTTP headers, CSS, SVG paths and addresses are the same in every language. */
const allowed = [
  /^( · )?(Sextant|Segment|PostHog|OpenTelemetry|Tell|curl)$/,
  /^(Arrow(Up|Down|Left|Right)|Enter|Escape|Esc|Tab|Home|End|Delete|Backspace|Page(Up|Down)|Shift|Ctrl|Shift [←→]|Shift Tab)$/,
  /^(Authorization|Bearer |Accept|Content-Type|Retry-After|X-[\w-]+)$/,
  /^(-[HXd] |curl |noopener |system-ui|12px |tag |(last_seen|first_seen|events) asc)/,
  /^(<\w+ |M[\d. -]|[a-z-]+\(.*\)$|\w+Error$)/i,
  /^[\w-]+([.@/:][\w.-]*)+$/,
]

const wrappers = new Set([
  'ConditionalExpression',
  'LogicalExpression',
  'TemplateLiteral',
  'TSAsExpression',
  'ArrayExpression',
])

/** The name of the attribute or property that a value belongs to; `JSX` for the content of an element. */
function placeOf(node) {
  let [child, at] = [node, node.parent]
  while (wrappers.has(at.type) && child !== at.test) [child, at] = [at, at.parent]
  if (at.type === 'JSXExpressionContainer') {
    const { parent } = at
    return parent.type === 'JSXAttribute' ? nameOf(parent.name) : 'JSX'
  }
  if (at.type === 'JSXAttribute') return nameOf(at.name)
  return at.type === 'Property' && at.value === child ? String(at.key.name ?? at.key.value) : ''
}

const nameOf = (name) => (name.type === 'JSXNamespacedName' ? name.name.name : String(name.name))

/** Calls whose arguments are selectors. */
const selectors = /^(querySelector(All)?|closest|matches|matchMedia)$/

/** Whether a string is a key to compare with or to look up, a module or a type. */
const isKey = (node, { parent } = node) =>
  (parent.type === 'BinaryExpression' && parent.operator !== '+') ||
  (parent.type === 'MemberExpression' && parent.property === node) ||
  (parent.type === 'Property' && parent.key === node) ||
  (parent.type === 'CallExpression' &&
    selectors.test(parent.callee.name ?? parent.callee.property?.name ?? '')) ||
  /^(SwitchCase|TSLiteralType|ImportDeclaration|Export\w*Declaration|ImportExpression)$/.test(parent.type)

/** @type {import('eslint').Rule.RuleModule} */
export const literalText = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { move: 'text for people belongs in plugins/explorer/web/text: “{{text}}”' },
  },
  create(context) {
    const check = (node, text) => {
      if (!words.test(text) || allowed.some((one) => one.test(text)) || isKey(node)) return
      const place = placeOf(node)
      if (code.test(place)) return
      if (place === 'JSX' || shown.test(place) || sentence.test(text))
        context.report({ node, messageId: 'move', data: { text: text.trim() } })
    }
    return {
      JSXText: (node) => {
        const text = node.value.trim()
        if (words.test(text) && !allowed.some((one) => one.test(text)))
          context.report({ node, messageId: 'move', data: { text } })
      },
      Literal: (node) => {
        if (typeof node.value === 'string') check(node, node.value)
      },
      TemplateLiteral: (node) => {
        check(node, node.quasis.map(({ value }) => value.cooked).join(''))
      },
    }
  },
}
