import helmet from 'koa-helmet'
import type { Step } from './context.js'

/**
 * Pages load only what this service serves. No HSTS and no upgrade to https: whether there is TLS, and for
 * which names, is up to the proxy.
 */
const directives = {
  defaultSrc: ["'self'"],
  baseUri: ["'none'"],
  connectSrc: ["'self'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
  imgSrc: ["'self'", 'data:'],
  objectSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
}

const textOf = (policy: Readonly<Record<string, readonly string[]>>): string =>
  Object.entries(policy)
    .map(
      ([name, sources]) => `${name.replaceAll(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)} ${sources.join(' ')}`,
    )
    .join(';')

/** The policy as a string, for pages with all their styles in files. */
export const pagePolicy = textOf(directives)

/**
 * The policy of the document in which a plugin's page runs. It has no origin of its own, so it reads neither the
 * explorer's document nor its storage, and browsers that isolate sites run it in a process of its own. Only the
 * service's own pages embed it.
 */
export const framePolicy = textOf({
  ...directives,
  sandbox: [
    'allow-scripts',
    'allow-forms',
    'allow-downloads',
    'allow-popups',
    'allow-popups-to-escape-sandbox',
  ],
  frameAncestors: ["'self'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
})

/** Swagger UI adds inline styles to its page. */
const styleSrc = [...directives.styleSrc, "'unsafe-inline'"]

export const securityHeaders = (): Step =>
  helmet({
    contentSecurityPolicy: { useDefaults: false, directives: { ...directives, styleSrc } },
    strictTransportSecurity: false,
  }) as Step
