import helmet from 'koa-helmet'
import type { Step } from './context.js'

/**
 * Pages load nothing but what this service serves. No HSTS and no upgrade to https: whether there is TLS, and for
 * which names, is the proxy's to say.
 */
export const securityHeaders = (): Step =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        connectSrc: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        imgSrc: ["'self'", 'data:'],
        objectSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
      },
    },
    strictTransportSecurity: false,
  }) as Step
