/**
 * Time in ms that each way of stopping an embedded engine may take, one after the other. Both engines stop in
 * parallel, so the sum is their share of a shutdown (see app/shutdown.ts).
 */
export const stopBounds = { orderlyMs: 7_000, urgentMs: 2_500, forcedMs: 1_500 } as const
