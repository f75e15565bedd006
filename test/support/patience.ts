/**
 * Milliseconds after which a wait counts as hung. Waits end as soon as their condition holds, so this is never a
 * judgement of speed: a machine that is ten times slower, and busy, stays far below it.
 */
export const patience = 600_000
