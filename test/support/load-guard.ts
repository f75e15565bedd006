import type { LoadGuard } from '../../contract/index.js'

/** Throttles no workspace. */
export const openDoor: LoadGuard = { admit: () => undefined, appending: () => undefined }
