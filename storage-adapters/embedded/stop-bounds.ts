/**
 * Milliseconds that each way of ending an embedded engine may take, one after the other. Both engines end side by side,
 * so the sum is the engines' share of a shutdown (see app/shutdown.ts).
 */
export const stopBounds = { orderlyMs: 7_000, urgentMs: 2_500, forcedMs: 1_500 } as const
