/**
 * The package's entry `sextant/plugin`: what a plugin declares, and what the service hands to it. The plans of metrics
 * are made of `sextant/plan`. docs/plugin-contract.md says which changes raise the contract's number.
 */

// Declarations.
export {
  contractNumber,
  definePlugin,
  type ArgumentForm,
  type MetricDefinition,
  type Plugin,
  type PluginHost,
  type QueryDefinition,
} from '../plugin.js'
export {
  Reply,
  type FileBody,
  type Handled,
  type ReplySchemas,
  type RouteStatus,
  type Sent,
} from '../reply.js'
export type { RateLimit, RouteDefinition, RouteInput, SavedRoute } from '../route.js'
export { describedBy, named, nameOfSchema, shownSchemaOf } from '../named-schema.js'
export { nestedSchemas } from '../nested-schemas.js'
export type { RouteExample, RouteExamples } from '../route-example.js'
export { tagName, type Tag } from '../tag.js'
export { bodyFilter, filterList, filterOperators } from '../filters.js'
export type { BodyDecoder } from '../body-decoder.js'
export type { Log } from '../log.js'
export type {
  CounterMeter,
  GaugeMeter,
  MeterDefinition,
  MeterLabels,
  MeterReading,
  Meters,
} from '../meters.js'
export { pageGroups, pageIcons, type PageDefinition, type PageGroup, type PageIcon } from '../page.js'
export type { ServiceDependencies } from '../service-dependencies.js'
export type { RecordServer, StorageDefinition, StorageOptions } from '../storage-definition.js'
export {
  findingFail,
  findingOk,
  findingWarn,
  type CheckContext,
  type CheckDefinition,
  type EarlyCheckContext,
  type EarlyCheckDefinition,
  type Finding,
} from '../check.js'
export {
  CommandError,
  defineCommand,
  type CommandContext,
  type CommandDefinition,
  type CommandGroup,
  type CommandProgress,
  type OpenRecords,
  type OpenStores,
} from '../command.js'
export type { AfterWork, RunningService, ServeOptions } from '../running-service.js'
export {
  ImportError,
  importSources,
  type ExportImporter,
  type FileImporter,
  type ImportEndpoint,
  type ImporterDefinition,
  type ImportInput,
  type ImportItem,
  type ImportMembers,
  type ImportPosition,
  type ImportSource,
  type ImportStart,
} from '../importer.js'
export {
  jobOutcomes,
  jobScheduler,
  type DeclaredJob,
  type JobDefinition,
  type JobOutcome,
  type JobRun,
  type JobSchedule,
  type JobScheduler,
  type JobTally,
} from '../job.js'
export { purgeJob, restorableSince } from '../restorable.js'
export {
  defineEvent,
  deliveryOutcomes,
  type DeclaredHandler,
  type DeliveryOutcome,
  type Emit,
  type EventContext,
  type EventHandler,
  type EventRef,
  type HandlerOptions,
} from '../event.js'
export {
  mostItemsAnnounced,
  serviceEvents,
  type ItemsStored,
  type KeyEvent,
  type MemberAdded,
  type MemberChanged,
  type MemberRemoved,
  type PersonLinked,
  type QuestionAnswered,
  type StoredItems,
  type WorkspaceChanged,
  type WorkspaceCreated,
  type WorkspaceDeleted,
} from '../built-in-events.js'
export {
  ChannelError,
  messages,
  severities,
  type ChannelContext,
  type ChannelDefinition,
  type ChannelErrorOptions,
  type DeclaredChannel,
  type Message,
  type Messages,
  type SentMessage,
  type Severity,
} from '../channel.js'
export type { ExporterDefinition, ExportFormat, ExportRow, NativeExporter, RowExporter } from '../exporter.js'
export {
  defineSetting,
  settingRef,
  type ReadSetting,
  type SettingDefinition,
  type SettingRef,
} from '../setting.js'
export type { AnswerKind, MetricKind } from '../metric-kind.js'
export { serviceRef, type ServiceRef } from '../service-ref.js'
export type { Concurrency, Settings } from '../settings.js'

// Handlers: what they ask and what they answer.
export type { Ask, UserAsk, WorkspaceAsk } from '../ask.js'
export type { SqlAsk, SqlSize } from '../sql-ask.js'
export { weekStarts, type WeekStart, type WorkspaceDefaults, type WorkspaceRef } from '../workspace.js'
export type { AskedCondition, AskedPersons, ReadConditions, ReadPersons } from '../audience.js'
export { dimensionShape, pageShape, seriesShape, seriesShapeWith } from '../shapes.js'
export type { JsonObject, JsonValue } from '../json.js'
export type { Cell, Row } from '../storage.js'

// Access: who may call a route.
export {
  anyUser,
  atLeast,
  byPublicLink,
  globally,
  ingestKey,
  ingestKeyIn,
  inWorkspace,
  open,
  openIf,
  openToAnySite,
  peopleIn,
  raisedBy,
  roles,
  workspaceRoles,
  type Access,
  type Admission,
  type Caller,
  type FindKey,
  type OpeningSetting,
  type Role,
  type TokenClaims,
  type WorkspaceRole,
} from '../access.js'

// Errors, each with one wording for one condition.
export {
  errorCatalogue,
  invalid,
  ServiceError,
  type ErrorCode,
  type ErrorDetail,
  type ServiceErrorOptions,
} from '../errors.js'
export { errorShape } from '../error-shape.js'
export {
  blank,
  changedMeanwhile,
  credentialRequired,
  dimensionRequiresBreakdown,
  keyWithoutWorkspace,
  limitReached,
  mustBeOneOf,
  notAnEmail,
  notATime,
  notFound,
  notFoundOrExpired,
  notInFuture,
  notMember,
  notOneOf,
  ownersAndAdminsOnly,
  ownersOnlyMakePrivate,
  tooManyItems,
  tooManyParts,
  unknownName,
  usersOnly,
} from '../common-errors.js'

// Services that built-in plugins supply, or use if a plugin supplies them.
export { accessControl } from '../plugin.js'
export type { AccessControl, OutsideIdentity } from '../access.js'
export {
  apiDescription,
  type ApiDescription,
  type DescribedHeader,
  type DescribedMetric,
  type DescribedRoute,
} from '../api-description.js'
export { outsideTokens, type OutsideTokens } from '../outside-tokens.js'
export { audiences, type AudienceAsk, type AudienceSource } from '../audience.js'
export { auditLog, changeNotes, type AuditEntry, type AuditLog, type NoteChange } from '../audit.js'
export {
  catalogueSources,
  propertyCatalogue,
  type CatalogueName,
  type CatalogueNames,
  type CatalogueSource,
  type CatalogueStart,
  type CatalogueState,
  type CatalogueValues,
  type CatalogueValuesStart,
  type CatalogueValuesWanted,
  type CatalogueWanted,
  type NotedBatch,
  type PropertyCatalogue,
} from '../catalogue.js'
export { arrivals, type Arrivals } from '../arrivals.js'
export { geoLookup, type GeoLookup } from '../geo.js'
export {
  type ClientTimes,
  clientTimes,
  ingestService,
  type Ingest,
  type IngestFault,
  type IngestItems,
  type IngestOrigin,
  type IngestReceipt,
} from '../ingest.js'
export { publicLinkControl, type MadePublicLink, type PublicLinkControl } from '../public-link.js'
export {
  sharedParameters,
  type KnownQuestion,
  type SavedAsk,
  type SavedQuestion,
  type SharedParameter,
} from '../saved.js'
export {
  calculatedPrefix,
  calculatedProperties,
  type CalculatedProperty,
  type CalculatedSource,
  type CalculatedType,
} from '../calculated.js'
export { tryCounter, type TryCounter } from '../rate-counter.js'
export { loadGuard, type LoadGuard } from '../capacity.js'
export { statementGuard, type StatementGuard } from '../statements.js'

export * from './plugin-groups.js'
export * from './plugin-questions.js'
export * from './plugin-stores.js'

// The language of formulas and calculated properties.
export {
  calculatedValues,
  expressionFunctions,
  longestExpression,
  fieldsBehind,
  parseCalculated,
  parseExpression,
  referencesOf,
  typeOfValue,
  type BinaryOperator,
  type Clock,
  type ExpressionLanguage,
  type ExpressionNode,
  type ExpressionValue,
  type ReadArguments,
  type ReadCalculated,
} from '../expression/index.js'

// Helpers for requests and for values.
export { addressGroup } from '../address-group.js'
export { hostName, isOwnName, isReachedFromOutside, localUrl } from '../addresses.js'
export { isOversize, jsonOf, memberOf } from '../client-body.js'
export { parseIsoTime } from '../iso-time.js'
export { byBytes, finite } from '../numbers.js'
export { createSlices, type Slices } from '../slices.js'
