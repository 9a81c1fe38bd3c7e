// The statements of a publication. Each statement gets its rows as one JSON array, in which numbers are texts with all
// their digits.

/** Writes records. A row that did not change is not written. */
export const RECORDS = `
  INSERT INTO stockdeck.records AS kept
      (resource, id, record, status, location_id, type_id, updated_at, hidden_since, counted, value, currency, value_gap)
    SELECT * FROM json_to_recordset($1::json) AS new (resource text, id text, record text, status text,
      location_id text, type_id text, updated_at bigint, hidden_since bigint, counted text,
      value numeric, currency text, value_gap text)
    ON CONFLICT (resource, id) DO UPDATE SET record = excluded.record, status = excluded.status,
      location_id = excluded.location_id, type_id = excluded.type_id, updated_at = excluded.updated_at,
      hidden_since = excluded.hidden_since, counted = excluded.counted,
      value = excluded.value, currency = excluded.currency, value_gap = excluded.value_gap
    WHERE (kept.record, kept.hidden_since, kept.counted, kept.value, kept.currency, kept.value_gap) IS DISTINCT FROM
      (excluded.record, excluded.hidden_since, excluded.counted, excluded.value, excluded.currency, excluded.value_gap)`;

/**
 * Inserts changes. The number of a change is its number in the journal plus a shift. Each row also has the total bytes
 * of all changes up to its own.
 */
export const CHANGES = `
  WITH new AS (
    SELECT * FROM json_to_recordset($1::json) AS new (number bigint, resource text, id text, observed_before bigint,
      size bigint, change text)
  ), total AS (
    UPDATE stockdeck.state SET written = written + (SELECT sum(size) FROM new)
      RETURNING written - (SELECT sum(size) FROM new) AS before
  )
  INSERT INTO stockdeck.changes (number, resource, id, observed_before, written, change)
    SELECT number + $2, resource, id, observed_before,
      (SELECT before FROM total) + sum(size) OVER (ORDER BY number), change FROM new`;

/** Writes the ids of events that published changes got later. */
export const EVENTS = `
  UPDATE stockdeck.changes SET change = named.change
    FROM json_to_recordset($1::json) AS named (number bigint, change text)
    WHERE changes.number = named.number + $2 AND changes.change <> named.change`;

/** Writes counted days. */
export const SNAPSHOT_DAYS = `
  INSERT INTO stockdeck.snapshot_days (day, taken_at, low_stock, problems)
    SELECT * FROM json_to_recordset($1::json)
      AS new (day text, "takenAt" bigint, "lowStock" bigint, problems bigint)`;

/** Writes the stock of counted days. */
export const SNAPSHOTS = `
  INSERT INTO stockdeck.snapshots (day, dimension, id, status, items, length, weight)
    SELECT * FROM json_to_recordset($1::json) AS new (day text, dimension text, id text, status text, items bigint,
      length double precision, weight double precision)`;

/** Writes the quarters of an hour in which a pass succeeded: a JSON array of numbers. */
export const QUARTERS = `
  INSERT INTO stockdeck.observed_quarters (quarter)
    SELECT quarter::bigint FROM json_array_elements_text($1::json) AS quarter ON CONFLICT DO NOTHING`;

/** Writes the use of days. */
export const CONSUMPTION = `
  INSERT INTO stockdeck.consumption (day, type_id, length, weight)
    SELECT * FROM json_to_recordset($1::json)
      AS new (day text, type_id text, length double precision, weight double precision)`;
