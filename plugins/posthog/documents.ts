/**
 * What libraries ask for beside sending events: there are no flags, no recordings and no surveys here. Of surveys it says
 * nothing: posthog-js loads the code for them if it is told that there are none.
 */

const capturing = {
  supportedCompression: ['gzip', 'gzip-js', 'base64'],
  sessionRecording: false,
  heatmaps: false,
  captureDeadClicks: false,
  capturePerformance: false,
  autocaptureExceptions: false,
  errorTracking: { autocaptureExceptions: false, suppressionRules: [] },
  productTours: false,
  siteApps: [],
  toolbarParams: {},
  isAuthenticated: false,
  elementsChainAsString: true,
  defaultIdentifiedOnly: true,
} as const

/** Of `/flags` and, for older libraries, `/decide`. */
export const flags = Object.freeze({
  ...capturing,
  flags: {},
  featureFlags: {},
  featureFlagPayloads: {},
  errorsWhileComputingFlags: false,
})

/** For the evaluation of flags inside a server. */
export const definitions = Object.freeze({ flags: [], group_type_mapping: {}, cohorts: {} })

/** What posthog-js asks for when it starts, as JSON. */
export const remoteConfig = (token: string): object => ({ token, ...capturing, hasFeatureFlags: false })

/** The same as a script. */
export const remoteConfigScript = (token: string): string =>
  `(window._POSTHOG_REMOTE_CONFIG = window._POSTHOG_REMOTE_CONFIG || {})[${JSON.stringify(token)}] = ` +
  `{ config: ${JSON.stringify(remoteConfig(token))}, siteApps: [] }\n`
