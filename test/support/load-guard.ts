import type { LoadGuard } from '../../core/contract/index.js'

/** Throttles no workspace. */
export const openDoor: LoadGuard = { admit: () => undefined, appending: () => undefined }
