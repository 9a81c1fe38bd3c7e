import { COLLECTOR_ERRORS } from "../messages.ts";
import { CHANGE_TYPES } from "../../../shared/inventory/change-types.ts";
import { AppFailure, said } from "../../../shared/base/errors.ts";
import { parseInstant, type Instant } from "../../../shared/base/time/instant.ts";
import { limitRecord } from "../../../shared/inventory/record-limits.ts";
import { RESOURCES, type Resource } from "../../../shared/inventory/resource-names.ts";
import type { NumberedChange } from "../../store/ingest/change-log.ts";
import { encode, type Encoded } from "../../store/database/encode.ts";

/** A record of a collector's snapshot. */
interface RecordLine {
  readonly kind: "record";
  readonly resource: Resource;
  readonly encoded: Encoded;
  /** When the service stopped returning the record; null if the service returns it. */
  readonly hiddenSince: Instant | null;
}

/** A counted day, or a part of it. */
export type DayLine =
  | {
      readonly kind: "day";
      readonly day: string;
      readonly takenAt: number;
      readonly lowStock: number;
      readonly problems: number | null;
    }
  | {
      readonly kind: "stock";
      readonly day: string;
      /** The values of the columns that follow the day. */
      readonly cells: readonly (string | number | null)[];
    }
  | {
      readonly kind: "consumption";
      readonly day: string;
      readonly typeId: string;
      readonly length: number;
      readonly weight: number;
    }
  /** Quarters of an hour in a row in which a pass succeeded. */
  | { readonly kind: "observed"; readonly from: number; readonly to: number };

/** The beginning of a snapshot. */
export interface SnapshotHead {
  readonly kind: "snapshot";
  readonly epoch: string;
  /** The number of the last change that the snapshot contains. */
  readonly last: number;
  readonly completeAsOf: string | null;
  readonly lastFullCheckAt: string | null;
  readonly observedSince: string | null;
  readonly counted: number;
}

/** A line of a snapshot. */
export type SnapshotLine =
  | SnapshotHead
  | RecordLine
  | { readonly kind: "change"; readonly change: NumberedChange }
  | DayLine
  | { readonly kind: "end"; readonly lines: number }
  /** A line that only a newer collector sends. It is ignored. */
  | { readonly kind: "unknown" };

type Fields = Readonly<Record<string, unknown>>;

const RESOURCE_OF: Readonly<Record<string, Resource>> = {
  item: "items",
  type: "types",
  location: "locations",
};
/** The longest span of observation in one line: ten years of quarters of an hour. */
const MOST_QUARTERS = 350_640;

/** Reads a line of a snapshot. @throws AppFailure `protocol`. */
export function readSnapshotLine(value: unknown): SnapshotLine {
  const line = fieldsOf(value);
  const { kind } = line;
  const resource = typeof kind === "string" && Object.hasOwn(RESOURCE_OF, kind) ? RESOURCE_OF[kind] : null;
  if (resource) {
    const { record, noLongerReturnedSince = null } = line;
    const encoded = encodeServed(resource, record);
    return { kind: "record", resource, encoded, hiddenSince: timeOrNull(noLongerReturnedSince) };
  }
  switch (kind) {
    case "change":
      return { kind, change: readServedChange(line) };
    case "snapshot":
      return readHead(line);
    case "end":
      return { kind, lines: wholeOf(line["lines"]) };
    default:
      return readDayLine(line);
  }
}

/** Reads a counted day, or a part of it. @throws AppFailure `protocol`. */
export function readDayLine(value: unknown): DayLine | { readonly kind: "unknown" } {
  const line = fieldsOf(value);
  const { kind, day } = line;
  switch (kind) {
    case "day": {
      const { takenAt, lowStock, problems } = line;
      const found = problems === null ? null : wholeOf(problems);
      return {
        kind,
        day: dayOf(day),
        takenAt: wholeOf(takenAt),
        lowStock: wholeOf(lowStock),
        problems: found,
      };
    }
    case "stock": {
      const { dimension, id, status, items, length, weight } = line;
      const cells = [
        textOf(dimension),
        textOf(id),
        textOf(status),
        wholeOf(items),
        sumOf(length),
        sumOf(weight),
      ];
      return { kind, day: dayOf(day), cells };
    }
    case "consumption": {
      const { typeId, length, weight } = line;
      return {
        kind,
        day: dayOf(day),
        typeId: textOf(typeId),
        length: sumOf(length) ?? 0,
        weight: sumOf(weight) ?? 0,
      };
    }
    case "observed": {
      const [from, to] = [wholeOf(line["from"]), wholeOf(line["to"])];
      if (to - from > MOST_QUARTERS) throw malformed("observed");
      return { kind, from, to };
    }
    default:
      return { kind: "unknown" };
  }
}

/** Reads a change, but not its record. @throws AppFailure `protocol`. */
export function readServedChange(value: unknown): NumberedChange {
  const change = fieldsOf(value);
  const type = CHANGE_TYPES.find((known) => known === change["type"]);
  const resource = RESOURCES.find((known) => known === change["resource"]);
  const observedBefore = timeOrNull(change["observedBefore"]);
  if (!type || !resource || observedBefore === null) throw malformed("change");
  return {
    number: wholeOf(change["sequence"]),
    type,
    resource,
    id: textOf(change["id"]),
    name: textOf(change["name"]),
    observedAfter: timeOrNull(change["observedAfter"]),
    observedBefore,
    occurredAt: timeOrNull(change["occurredAt"]),
    event: textOrNull(change["event"]),
    locationId: textOrNull(change["locationId"]),
    oldLocationId: textOrNull(change["oldLocationId"]),
    holder: textOrNull(change["holder"]),
    oldHolder: textOrNull(change["oldHolder"]),
    fields: JSON.stringify(fieldsOf(change["fields"])),
  };
}

/**
 * Encodes a record that a collector serves.
 * @throws AppFailure `protocol` for a malformed record, because no collector stores one.
 */
export function encodeServed(resource: Resource, record: unknown): Encoded {
  const encoded = encode(resource, limitRecord(resource, record));
  if ("reason" in encoded) throw malformed(encoded.reason);
  return encoded;
}

function readHead(line: Fields): SnapshotHead {
  if (line["version"] !== 1) throw malformed("version");
  return {
    kind: "snapshot",
    epoch: textOf(line["epoch"]),
    last: wholeOf(line["last"]),
    completeAsOf: textOrNull(line["completeAsOf"]),
    lastFullCheckAt: textOrNull(line["lastFullCheckAt"]),
    observedSince: textOrNull(line["observedSince"]),
    counted: wholeOf(line["counted"]),
  };
}

/** The failure for an answer that no collector sends. */
export const malformed = (what: string): AppFailure =>
  new AppFailure({
    kind: "protocol",
    ...said(COLLECTOR_ERRORS.unreadableLine({ fault: what })),
  });

function fieldsOf(value: unknown): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw malformed("not an object");
  return value as Fields;
}

function textOf(value: unknown): string {
  if (typeof value !== "string") throw malformed("not a text");
  return value;
}

const textOrNull = (value: unknown): string | null => (value == null ? null : textOf(value));

function dayOf(value: unknown): string {
  if (typeof value !== "string" || !/^\d{4}-\d\d-\d\d$/.test(value)) throw malformed("not a day");
  return value;
}

function wholeOf(value: unknown): number {
  if (!Number.isSafeInteger(value) || (value as number) < 0) throw malformed("not a whole number");
  return value as number;
}

function sumOf(value: unknown): number | null {
  if (value !== null && !Number.isFinite(value)) throw malformed("not a number");
  return value as number | null;
}

function timeOrNull(value: unknown): Instant | null {
  if (value == null) return null;
  const instant = parseInstant(textOf(value));
  if (instant === null) throw malformed("not a time");
  return instant;
}
