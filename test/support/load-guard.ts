import type { LoadGuard } from '../../core/contract/index.js'

/** Slows nobody. */
export const openDoor: LoadGuard = { admit: () => undefined, appending: () => undefined }
