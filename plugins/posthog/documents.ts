/**
 * The configuration that libraries request: no flags, recordings or surveys. It does not mention surveys, because
 * posthog-js loads their code even for an empty list.
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

/** The answer of `/flags` and, for older libraries, `/decide`. */
export const flags = Object.freeze({
  ...capturing,
  flags: {},
  featureFlags: {},
  featureFlagPayloads: {},
  errorsWhileComputingFlags: false,
})

/** The flag definitions for libraries that evaluate flags in a server: none. */
export const definitions = Object.freeze({ flags: [], group_type_mapping: {}, cohorts: {} })

/** The configuration that posthog-js requests at its start, as JSON. */
export const remoteConfig = (token: string): object => ({ token, ...capturing, hasFeatureFlags: false })

/** The same configuration as a script. */
export const remoteConfigScript = (token: string): string =>
  `(window._POSTHOG_REMOTE_CONFIG = window._POSTHOG_REMOTE_CONFIG || {})[${JSON.stringify(token)}] = ` +
  `{ config: ${JSON.stringify(remoteConfig(token))}, siteApps: [] }\n`
