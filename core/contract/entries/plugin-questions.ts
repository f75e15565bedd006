/** A part of `sextant/plugin`. */

// What requests ask and how series are answered.
export {
  audienceIn,
  bodyFields,
  bodyBreakdowns,
  bodyDimensions,
  bodyFilters,
  pageFields,
  type AskedBody,
  type InlineAudience,
  type AskedBodyQuestion,
  type PageAnswer,
  type PageRequest,
  type SeriesRequest,
} from '../request-shapes.js'
export {
  pointsOf,
  refuseTooMany,
  seriesBody,
  summary,
  type Point,
  type Series,
  type SeriesComparison,
  type SeriesData,
  type SeriesLine,
  type SeriesMetric,
} from '../series-body.js'
