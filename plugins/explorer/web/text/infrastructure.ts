/** What people read in views/infrastructure. */
export const infrastructureText = {
  metric: 'Metric',
  type: 'Type',
  unit: 'Unit',
  labels: 'Labels',
  thePluginInfrastructureIsNot: 'The plugin “infrastructure” is not loaded in this service.',
  infrastructureMetricsAreNot: 'Infrastructure metrics are not available',
  infrastructure: 'Infrastructure',
  metricsOfServicesAndHosts:
    'Metrics of services and hosts, received over HTTP, OpenTelemetry or Prometheus.',
  metrics: 'Metrics',
  metricsThatHavePointsInThe: 'Metrics that have points in the range',
  noInfrastructureMetricsInThis: 'No infrastructure metrics in this range',
  sendPoints:
    'Send points to <code>POST /v1/metrics</code>, point an OpenTelemetry collector at <code>/otlp</code>, or let Prometheus write to <code>/prometheus/api/v1/write</code>, each with an ingest key.',
}
