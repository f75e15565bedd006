import helmet from 'koa-helmet'
import type { Step } from './context.js'

/**
 * Pages load nothing but what this service serves. No HSTS and no upgrade to https: whether there is TLS, and for
 * which names, is the proxy's to say.
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

/** The same as a text, for pages that bring all their styles in files. */
export const pagePolicy = Object.entries(directives)
  .map(([name, sources]) => `${name.replaceAll(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)} ${sources.join(' ')}`)
  .join(';')

/** Swagger UI writes styles into its page. */
const styleSrc = [...directives.styleSrc, "'unsafe-inline'"]

export const securityHeaders = (): Step =>
  helmet({
    contentSecurityPolicy: { useDefaults: false, directives: { ...directives, styleSrc } },
    strictTransportSecurity: false,
  }) as Step
