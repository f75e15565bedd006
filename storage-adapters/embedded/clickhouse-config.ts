import { createHash, randomBytes } from 'node:crypto'
import { totalmem } from 'node:os'
import { mergesAtOnce, type EngineLimits } from './clickhouse-limits.js'
import { groupingProfile, hasLargePages } from './clickhouse-pages.js'

/** The administrator's name and password, generated at every start of the program. */
export interface Admin {
  readonly user: string
  readonly password: string
  /** The beginning of this user's Authorization header: contains only part of the password. */
  readonly gate: string
}

/** Returns a new administrator. */
export function makeAdmin(): Admin {
  // Lengths divisible by three, so that the Base64 of "admin:" and of the first half is a prefix of the
  // whole.
  const user = 'admin'
  const first = randomBytes(18).toString('base64url')
  const password = first + randomBytes(24).toString('base64url')
  return { user, password, gate: Buffer.from(`${user}:${first}`).toString('base64') }
}

/**
 * Returns the default memory of the engine in bytes: half of the machine's or container's, at least 1 GiB.
 */
export function defaultMemory(): number {
  const limit = process.constrainedMemory()
  const total = limit > 0 ? Math.min(totalmem(), limit) : totalmem()
  return Math.max(2 ** 30, Math.floor(total / 2))
}

const literal = (text: string) => text.replace(/[.+*?^$()[\]{}|\\]/g, '\\$&')

/**
 * Additional accounts: the contents of <profiles> and <users>. Names must not begin with "d" (see
 * clickhouseConfig).
 */
export interface Accounts {
  readonly profiles: string
  readonly users: string
}

/**
 * Returns the engine's whole configuration, including its users.
 *
 * The program inside the library starts as the user `default` without a password, and would let every user of
 * this machine do the same over HTTP. So `default` may only open the port, and the HTTP rules reject that
 * name: a request must either carry the beginning of the administrator's credentials, or name its user in the
 * X-ClickHouse-User header, which the engine does not let the URL override (`?user=` does override the
 * Authorization header). Only names that do not begin with "d" match, because these patterns cannot express
 * "not default".
 */
export function clickhouseConfig(
  admin: Admin,
  limits: EngineLimits,
  accounts: Accounts = { profiles: '', users: '' },
): string {
  const hash = createHash('sha256').update(admin.password).digest('hex')
  const share = (part: number) => Math.floor(limits.memory * part)
  const queries =
    '<handler><type>dynamic_query_handler</type><query_param_name>query</query_param_name></handler>'
  return `<clickhouse>
  <logger><level>none</level></logger>
  <users_config>config.xml</users_config>
  <timezone>UTC</timezone>
  <!-- An idle connection delays the engine's shutdown by this many seconds. Node keeps a connection one second less
       than the server announces: with 1, it would open a connection per statement. -->
  <keep_alive_timeout>2</keep_alive_timeout>
  <http_handlers>
    <rule><methods>GET,HEAD</methods><url>/ping</url><handler><type>ping</type></handler></rule>
    <rule><headers><Authorization>regex:^Basic ${literal(admin.gate)}.*$</Authorization></headers>${queries}</rule>
    <rule><headers><X-ClickHouse-User>regex:^[a-ce-z].*$</X-ClickHouse-User></headers>${queries}</rule>
  </http_handlers>
  <max_server_memory_usage>${limits.memory}</max_server_memory_usage>
  <mark_cache_size>${share(0.1)}</mark_cache_size>
  <primary_index_cache_size>${share(0.1)}</primary_index_cache_size>
  <uncompressed_cache_size>0</uncompressed_cache_size>
  <!-- Never: the folders of hidden tables look unused to the engine (see hidden-tables.ts). -->
  <database_catalog_unused_dir_cleanup_period_sec>0</database_catalog_unused_dir_cleanup_period_sec>
  <background_pool_size>${mergesAtOnce}</background_pool_size>
  <background_common_pool_size>2</background_common_pool_size>
  <background_move_pool_size>1</background_move_pool_size>
  <background_fetches_pool_size>1</background_fetches_pool_size>
  <storage_configuration>
    <disks><default><keep_free_space_bytes>${limits.keepFree}</keep_free_space_bytes></default></disks>
  </storage_configuration>
  <merge_tree>
    <max_parts_to_merge_at_once>${limits.mergedParts}</max_parts_to_merge_at_once>
    <parts_to_delay_insert>${limits.slowParts}</parts_to_delay_insert>
    <parts_to_throw_insert>${limits.mostParts}</parts_to_throw_insert>
    <max_parts_in_total>${limits.tableParts}</max_parts_in_total>
    <!-- The defaults assume a larger pool and would block mutations and large merges entirely. -->
    <number_of_free_entries_in_pool_to_execute_mutation>2</number_of_free_entries_in_pool_to_execute_mutation>
    <number_of_free_entries_in_pool_to_lower_max_size_of_merge>2</number_of_free_entries_in_pool_to_lower_max_size_of_merge>
    <number_of_free_entries_in_pool_to_execute_optimize_entire_partition>2</number_of_free_entries_in_pool_to_execute_optimize_entire_partition>
  </merge_tree>
  <!-- Lets a profile's constraint allow changes to a setting that its reader could otherwise not change. -->
  <access_control_improvements>
    <settings_constraints_replace_previous>true</settings_constraints_replace_previous>
  </access_control_improvements>
  <profiles>
    <default/>
    <admin>
      <max_memory_usage>${share(0.75)}</max_memory_usage>
      <max_bytes_ratio_before_external_group_by>0.4</max_bytes_ratio_before_external_group_by>
      <max_bytes_ratio_before_external_sort>0.4</max_bytes_ratio_before_external_sort>
      ${groupingProfile(hasLargePages())}
    </admin>
    ${accounts.profiles}
  </profiles>
  <quotas><default/></quotas>
  <users>
    <default>
      <password></password>
      <networks><ip>127.0.0.1</ip></networks>
      <profile>default</profile>
      <quota>default</quota>
      <grants>
        <query>GRANT SYSTEM LISTEN ON *.*</query>
        <query>GRANT CREATE TEMPORARY TABLE, FILE ON *.*</query>
      </grants>
    </default>
    <admin>
      <password_sha256_hex>${hash}</password_sha256_hex>
      <networks><ip>127.0.0.1</ip></networks>
      <profile>admin</profile>
      <quota>default</quota>
      <grants><query>GRANT ALL ON *.*</query></grants>
    </admin>
    ${accounts.users}
  </users>
</clickhouse>
`
}
