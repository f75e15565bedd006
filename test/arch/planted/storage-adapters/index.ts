import { insert } from './memory/insert.js'

/** Planted: the list of storages knows more than their plugins. */
export const builtInStorages = [insert]
