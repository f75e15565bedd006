import { signal } from '@preact/signals'
import type { Membership } from './types.js'

/** The workspace that questions are about; the address names it by its slug (see router/workspace.ts). */
export const workspace = signal<Membership | null>(null)
