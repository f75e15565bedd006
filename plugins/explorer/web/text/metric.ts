import { andList } from './format.js'

/** What people read in metric. */
export const metricText = {
  options: 'Options',
  scale: 'Scale',
  linearScale: 'Linear scale',
  logScale: 'Log scale',
  stacking: 'Stacking',
  stacked: 'Stacked',
  percent: 'Percent',
  notStacked: 'Not stacked',
  smoothing: 'Smoothing',
  noSmoothing: 'No smoothing',
  theBrowserCouldNotMakeThe: 'The browser could not make the image',
  saveOrCopyTheChart: 'Image: save or copy the chart',
  image: 'Image',
  saveAsPNG: 'Save as PNG',
  saveAsSVG: 'Save as SVG',
  copyAsPNG: 'Copy as PNG',
  copyAsSVG: 'Copy as SVG',
  toolsOfTitle: (title: string) => `Tools of ${title}`,
  resetZoom: 'Reset zoom',
  resetZoomEscape: 'Reset zoom (Escape)',
  clickAPoint: 'Click a point',
  addMark: 'Add mark',
  leaveFullScreen: 'Leave full screen',
  fullScreen: 'Full screen',
  wholeRange: 'Whole range',
  shownOfAll: (shown: number, all: string) => `${shown} of ${all}`,
  parametersRequired: 'Parameters required',
  chooseToSeeThisMetric: (parameters: readonly string[]) =>
    `Choose ${andList(parameters)} to see this metric.`,
}
