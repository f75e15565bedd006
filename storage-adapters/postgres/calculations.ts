/**
 * The functions of calculated properties that need more than one expression. Postgres fails where a product or a
 * quotient is too large or too close to 0 for a double; these give null and 0. The bound of 1.5e308 is above
 * that of every operand and result (1e300). Below 1e-307 the result is asked in another scale first (2 ** 537 for each
 * operand, so that neither can fail): up to half the smallest double it is 0, above that a subnormal number.
 *
 * JavaScript writes the fewest digits that read back as the same double, also those of a number halfway to the next one,
 * which Postgres leaves out (1e23 is 9.999999999999999e+22 there). Only integers from 2 ** 53 on have such texts.
 */
const scale = `${2 ** 537}::double precision`

export const calculationStatements = `
CREATE OR REPLACE FUNCTION sextant_functions.times(x double precision, y double precision) RETURNS double precision
  LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  RETURN CASE WHEN x = 0 OR y = 0 THEN 0
    WHEN abs(x) > 1 AND abs(y) > 1.5e308 / abs(x) THEN NULL
    WHEN abs(x) < 1 AND abs(y) < 1e-307 / abs(x) AND abs((x * ${scale}) * (y * ${scale})) <= 0.5 THEN 0
    ELSE x * y END;
END $$;
CREATE OR REPLACE FUNCTION sextant_functions.over(x double precision, y double precision) RETURNS double precision
  LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  RETURN CASE WHEN y = 0 THEN NULL WHEN x = 0 THEN 0
    WHEN abs(y) < 1 AND abs(x) > 1.5e308 * abs(y) THEN NULL
    WHEN abs(y) > 1 AND abs(x) < 1e-307 * abs(y) AND abs((x * ${scale}) / (y / ${scale})) <= 0.5 THEN 0
    ELSE x / y END;
END $$;
CREATE OR REPLACE FUNCTION sextant_functions.remainder(x double precision, y double precision) RETURNS double precision
  LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE q double precision := trunc(sextant_functions.over(x, y));
BEGIN
  RETURN x - sextant_functions.times(q, y);
END $$;
CREATE OR REPLACE FUNCTION sextant_functions.round_half_up(x double precision, scale double precision) RETURNS double precision
  LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  RETURN CASE WHEN abs(x) >= 1e15 THEN x WHEN abs(x) < 1e-17 THEN 0
    ELSE sign(x) * floor(abs(x) * scale + 0.49999999999999994::double precision) / scale END;
END $$;
CREATE OR REPLACE FUNCTION sextant_functions.number_text(x double precision) RETURNS text
  LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  sign text := CASE WHEN x < 0 THEN '-' ELSE '' END;
  bits bigint := ('x' || encode(float8send(abs(x)), 'hex'))::bit(64)::bigint;
  whole numeric;
  short numeric;
  digits text;
BEGIN
  IF abs(x) < 9007199254740992 THEN
    RETURN CASE WHEN x = 0 THEN '0' WHEN abs(x) >= 1e-6 THEN x::text::numeric::text
      ELSE regexp_replace(x::text, 'e([+-])0+([0-9])', 'e\\1\\2') END;
  END IF;
  whole := trunc(((bits & 4503599627370495) | 4503599627370496)::numeric * 2::numeric ^ ((bits >> 52) - 1075)::numeric);
  FOR kept IN 1..17 LOOP
    short := round(whole, kept - length(whole::text));
    EXIT WHEN short::double precision = abs(x);
  END LOOP;
  IF short < 1e21 THEN RETURN sign || short::text; END IF;
  digits := rtrim(short::text, '0');
  RETURN sign || left(digits, 1) || CASE WHEN length(digits) > 1 THEN '.' || substr(digits, 2) ELSE '' END
    || 'e+' || (length(short::text) - 1);
END $$;
CREATE OR REPLACE FUNCTION sextant_functions.lower_text(value text, letters text, others text) RETURNS text
  LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  RETURN CASE WHEN octet_length(value) = char_length(value) THEN lower(value COLLATE "C")
    ELSE translate(lower(value COLLATE "C"), letters, others) END;
END $$;
CREATE OR REPLACE FUNCTION sextant_functions.upper_text(value text, letters text, others text) RETURNS text
  LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  RETURN CASE WHEN octet_length(value) = char_length(value) THEN upper(value COLLATE "C")
    ELSE translate(upper(value COLLATE "C"), letters, others) END;
END $$;
`
