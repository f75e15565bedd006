/**
 * The weekly lifecycle in two well-known shapes, to stand beside ours: sorted arrays of each person's weeks, and the
 * weeks joined with those before. They take devices for persons, which spares them the links.
 */
export function lifecycleShapes(firstDay: number, weeks: number): Readonly<Record<string, string>> {
  const week = `intDiv(toInt32(day) - ${firstDay} + 700, 7) - 100`
  const active = `SELECT DISTINCT device, ${week} AS week FROM w1.events_v1 WHERE day < toDate(${firstDay + weeks * 7})`
  const inRange = `week BETWEEN 0 AND ${weeks - 1}`
  return {
    'lifecycle by arrays': `
      SELECT week, state, count() FROM (
        SELECT arraySort(groupUniqArray(${week})) AS weeks,
          arrayMap((w, i) -> (w, multiIf(i = 1, 'new', weeks[i - 1] = w - 1, 'returning', 'resurrected')),
            weeks, arrayEnumerate(weeks)) AS states,
          arrayJoin(states) AS pair, pair.1 AS week, pair.2 AS state
        FROM w1.events_v1 WHERE day < toDate(${firstDay + weeks * 7}) GROUP BY device
      ) WHERE ${inRange} GROUP BY week, state`,
    'lifecycle by a self-join': `
      SELECT a.week AS week, multiIf(f.first = a.week, 'new', b.device != 0, 'returning', 'resurrected') AS state, count()
      FROM (${active}) AS a
      LEFT JOIN (SELECT device, week + 1 AS next FROM (${active})) AS b ON a.device = b.device AND a.week = b.next
      INNER JOIN (SELECT device, min(${week}) AS first FROM w1.events_v1 GROUP BY device) AS f ON a.device = f.device
      WHERE ${inRange} GROUP BY week, state`,
  }
}
