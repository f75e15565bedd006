const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' })

/** A moment as the time of day, in the reader's time zone. */
export const formatClock = (at: number): string => clock.format(at)
