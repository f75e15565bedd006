import type { RouteExamples } from '../../contract/index.js'

/** Examples of this plugin’s routes, written by test/http/examples. */
export const examples: RouteExamples = {
  'GET /api/v1/metrics/explain': {
    query: { range: '2026-03-08,2026-03-09', metric: 'dau' },
    response: {
      data: [
        {
          plan: '{\n  "kind": "aggregate",\n  "input": { "kind": "scan", "source": "events", "from": 1772928000000, "to": 1773100800000 },\n  "by": {\n    "bucket": {\n      "kind": …',
          rules: [
            {
              rule: 'match-views',
              plan: '{\n  "kind": "aggregate",\n  "input": {\n    "kind": "operator",\n    "operator": "rollup",\n    "inputs": [],\n    "options": {\n      "name": "device_slots",\n      "…',
            },
            {
              rule: 'distinct-to-bitmap',
              plan: '{\n  "kind": "select",\n  "input": {\n    "kind": "operator",\n    "operator": "presence",\n    "inputs": [\n      {\n        "kind": "operator",\n        "operator": "…',
            },
          ],
          views: [
            { name: 'event_slots', freshness: 'whole' },
            { name: 'device_slots', freshness: 'whole' },
          ],
          reads: ['device_slots'],
          statements: [
            {
              purpose: 'answer',
              text: 'SELECT (CASE WHEN (t6.`window` = {p2:Int64}) THEN CAST(NULL AS Nullable(Int64)) ELSE t6.`window` END) AS `bucket`, t6.`persons` AS `value` FROM (SELECT t5.`wind…',
              parameters: { p0: 20520, p1: 20522, p2: 2 },
            },
          ],
        },
      ],
    },
  },
  'POST /api/v1/metrics/explain': {
    body: {
      path: '/api/v1/funnels',
      body: { steps: [{ event: 'signup' }, { event: 'purchase' }], range: '2026-03-08,2026-03-09' },
    },
    response: {
      data: [
        {
          plan: '{\n  "kind": "aggregate",\n  "input": {\n    "kind": "operator",\n    "operator": "sequence",\n    "inputs": [\n      {\n        "kind": "where",\n        "input": { "k…',
          rules: [
            {
              rule: 'select-step-rows',
              plan: '{\n  "kind": "aggregate",\n  "input": {\n    "kind": "operator",\n    "operator": "sequence",\n    "inputs": [\n      {\n        "kind": "where",\n        "input": {\n  …',
            },
            {
              rule: 'drop-implied-conditions',
              plan: '{\n  "kind": "aggregate",\n  "input": {\n    "kind": "operator",\n    "operator": "sequence",\n    "inputs": [\n      {\n        "kind": "where",\n        "input": { "k…',
            },
          ],
          views: [
            { name: 'event_slots', freshness: 'whole' },
            { name: 'device_slots', freshness: 'whole' },
          ],
          reads: [],
          statements: [
            {
              purpose: 'answer',
              text: 'SELECT sumOrNull((CASE WHEN (t10.`depth` >= {p5:Int64}) THEN {p5:Int64} ELSE {p6:Int64} END)) AS `count_1`, sumOrNull((CASE WHEN (t10.`depth` >= {p7:Int64}) THE…',
              parameters: {
                p0: 9676800015,
                p1: 20520,
                p2: 20522,
                p3: 'signup',
                p4: 'purchase',
                p5: 1,
                p6: 0,
                p7: 2,
                p8: 1000,
              },
            },
          ],
        },
      ],
    },
  },
}
