/**
 * Milliseconds after which a wait counts as hung. Waits end as soon as their condition holds, so this never
 * judges speed: a busy machine that is ten times slower stays far below it.
 */
export const patience = 600_000
