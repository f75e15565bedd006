/** The shape of a metric's response; see MetricDefinition. */
export type AnswerKind = 'series' | 'top' | 'page' | 'list'

/** The meaning of a metric's numbers: it decides how they add up and how a client shows them. */
export type MetricKind = 'count' | 'distinct' | 'ratio' | 'duration' | 'value' | 'rows'
