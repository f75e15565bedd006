/**
 * The functions of calculated properties that need more than one expression. Postgres fails where a product or a
 * quotient is too large or too close to 0 for a double; these give null and 0. The bound of 1.5e308 is above
 * that of every operand and result (1e300). A number halfway to its neighbour is the shorter text of a number of
 * even mantissa for JavaScript, but not for Postgres, which then writes 17 digits.
 */
export const calculationStatements = `
CREATE OR REPLACE FUNCTION sextant_functions.times(x double precision, y double precision) RETURNS double precision
  LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  RETURN CASE WHEN x = 0 OR y = 0 THEN 0
    WHEN abs(x) > 1 AND abs(y) > 1.5e308 / abs(x) THEN NULL
    WHEN abs(x) < 1 AND abs(y) < 1e-307 / abs(x) THEN 0
    ELSE x * y END;
END $$;
CREATE OR REPLACE FUNCTION sextant_functions.over(x double precision, y double precision) RETURNS double precision
  LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  RETURN CASE WHEN y = 0 THEN NULL WHEN x = 0 THEN 0
    WHEN abs(y) < 1 AND abs(x) > 1.5e308 * abs(y) THEN NULL
    WHEN abs(y) > 1 AND abs(x) < 1e-307 * abs(y) THEN 0
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
  written text := x::text;
  mantissa numeric;
  shorter text;
BEGIN
  IF length(regexp_replace(written, 'e.*|[^0-9]', '', 'g')) > 16 THEN
    mantissa := split_part(written, 'e', 1)::numeric;
    shorter := trim_scale(round(mantissa, 15 - floor(log(abs(mantissa)))::int))::text
      || coalesce(substring(written FROM 'e.*'), '');
    IF shorter::double precision = x THEN written := shorter; END IF;
  END IF;
  RETURN CASE WHEN x = 0 THEN '0'
    WHEN abs(x) >= 1e-6 AND abs(x) < 1e21 THEN written::numeric::text
    ELSE regexp_replace(written, 'e([+-])0+([0-9])', 'e\\1\\2') END;
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
