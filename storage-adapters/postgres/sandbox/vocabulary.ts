/**
 * The functions that a statement may call, all in pg_catalog of Postgres 15 to 18. A name is listed if all
 * its forms only compute a value from their arguments, return the time or draw a random number. No form takes
 * the name of a database object, reads a file or a setting, or has a side effect. Tests check every form on
 * the servers themselves.
 *
 * Left out on purpose, although they look harmless: setseed (it changes the session), text search
 * (configurations are looked up by name), pg_typeof (it names types), nextval and all names that begin with
 * pg_. Also normalize and is_normalized: sorting a run of combining marks takes quadratic time, and no
 * cancellation ends it.
 */
const words = (text: string): readonly string[] => text.trim().split(/\s+/)

const aggregates = words(`
  any_value array_agg avg bit_and bit_or bit_xor bool_and bool_or corr count covar_pop covar_samp every json_agg
  json_object_agg jsonb_agg jsonb_object_agg max min mode percentile_cont percentile_disc range_agg regr_avgx regr_avgy
  regr_count regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy stddev stddev_pop stddev_samp string_agg sum
  var_pop var_samp variance`)

const windows = words(`
  cume_dist dense_rank first_value lag last_value lead nth_value ntile percent_rank rank row_number`)

const numbers = words(`
  abs acos acosd acosh asin asind asinh atan atan2 atan2d atand atanh cbrt ceil ceiling cos cosd cosh cot cotd degrees div
  erf erfc exp factorial floor gamma gcd lcm lgamma ln log log10 min_scale mod pi pow power radians random random_normal
  round scale sign sin sind sinh sqrt tan tand tanh trim_scale trunc width_bucket float4 float8 int4 numeric`)

const texts = words(`
  ascii bit_count bit_length btrim casefold char_length character_length chr concat concat_ws convert_from convert_to crc32
  crc32c decode encode format initcap left length like_escape lower lpad ltrim md5 octet_length
  overlay position quote_ident quote_literal quote_nullable regexp_count regexp_instr regexp_like regexp_match
  regexp_matches regexp_replace regexp_split_to_array regexp_split_to_table regexp_substr repeat replace reverse right rpad
  rtrim sha224 sha256 sha384 sha512 similar_to_escape split_part starts_with string_to_array string_to_table strpos substr
  substring text to_bin to_hex to_oct translate unistr upper get_bit get_byte set_bit set_byte`)

const times = words(`
  age clock_timestamp date date_add date_bin date_part date_subtract date_trunc extract isfinite justify_days justify_hours
  justify_interval make_date make_interval make_time make_timestamp make_timestamptz now overlaps statement_timestamp
  timeofday timezone to_char to_date to_number to_timestamp transaction_timestamp`)

const json = words(`
  array_to_json json_array_elements json_array_elements_text json_array_length json_build_array json_build_object json_each
  json_each_text json_extract_path json_extract_path_text json_object json_object_keys json_strip_nulls json_to_record
  json_to_recordset json_typeof jsonb_array_elements jsonb_array_elements_text jsonb_array_length jsonb_build_array
  jsonb_build_object jsonb_each jsonb_each_text jsonb_extract_path jsonb_extract_path_text jsonb_insert jsonb_object
  jsonb_object_keys jsonb_path_exists jsonb_path_exists_tz jsonb_path_match jsonb_path_match_tz jsonb_path_query
  jsonb_path_query_array jsonb_path_query_array_tz jsonb_path_query_first jsonb_path_query_first_tz jsonb_path_query_tz
  jsonb_pretty jsonb_set jsonb_set_lax jsonb_strip_nulls jsonb_to_record jsonb_to_recordset jsonb_typeof row_to_json to_json
  to_jsonb`)

const lists = words(`
  array_append array_cat array_dims array_fill array_length array_lower array_ndims array_position array_positions
  array_prepend array_remove array_replace array_reverse array_sample array_shuffle array_sort array_to_string array_upper
  cardinality generate_series generate_subscripts num_nonnulls num_nulls trim_array unnest daterange int4range int8range
  isempty lower_inc lower_inf numrange range_merge tsrange tstzrange upper_inc upper_inf`)

const others = words(
  `family gen_random_uuid host masklen netmask network uuid_extract_timestamp uuid_extract_version uuidv4 uuidv7`,
)

/** The functions that a statement may call. */
export const functions: ReadonlySet<string> = new Set([
  ...aggregates,
  ...windows,
  ...numbers,
  ...texts,
  ...times,
  ...json,
  ...lists,
  ...others,
])

/**
 * The types that a statement may cast to: none whose input looks up a
 * name (reg*, oid, xml, refcursor, row types).
 */
export const types: ReadonlySet<string> = new Set(
  words(`
  bit bool bpchar bytea cidr date daterange float4 float8 inet int2 int4 int4range int8 int8range interval json jsonb
  jsonpath macaddr numeric numrange text time timestamp timestamptz timetz tsrange tstzrange uuid varbit varchar`),
)

/** The operators that a statement may use. */
export const operators: ReadonlySet<string> = new Set(
  words(`
  + - * / % ^ |/ ||/ @ & | # ~ << >> = <> != < > <= >= || ~~ ~~* !~~ !~~* ~* !~ !~* ^@ -> ->> #> #>> @> <@ ? ?| ?& #- @? @@ &&
  -|- &< &>`),
)

/** Harmless functions and types whose names are likely names of columns. */
export const harmless: ReadonlySet<string> = new Set(
  words(`
  area box center char circle diagonal diameter height line lseg money name path point polygon radius slope user width`),
)
