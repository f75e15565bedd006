/** The shape of a metric's answer; see MetricDefinition. */
export type AnswerKind = 'series' | 'top' | 'page' | 'list'

/** What a metric's numbers are: it decides how they add up and how a client shows them. */
export type MetricKind = 'count' | 'distinct' | 'ratio' | 'duration' | 'value' | 'rows'
