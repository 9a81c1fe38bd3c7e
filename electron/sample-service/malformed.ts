import { assertNever } from "../../shared/base/errors.ts";
import type { MalformedKind } from "./fault-settings.ts";
import type { AnyRecord } from "./table.ts";

const HUGE_NAME_LENGTH = 10 * 1024 * 1024;

/** A broken copy of a record; the record itself stays as it is. */
export function damage(record: AnyRecord, kind: MalformedKind): unknown {
  switch (kind) {
    case "no_id": {
      const { id: _, ...rest } = record;
      return rest;
    }
    case "numeric_id":
      return { ...record, id: 421 };
    case "null":
      return null;
    case "wrong_types":
      return {
        ...record,
        name: { text: "PET film" },
        status: 7,
        weight: "12.5 kg",
        updatedAt: 1_700_000_000,
      };
    case "huge_name":
      return { ...record, name: "x".repeat(HUGE_NAME_LENGTH) };
    case "proto": {
      const { name: _, ...rest } = record as AnyRecord & { readonly name?: unknown };
      // Only JSON.parse makes `__proto__` an own field, which JSON.stringify then writes out. A reader that
      // copies fields carelessly finds a name there, and pollutes its objects.
      return { ...rest, ...JSON.parse('{"__proto__":{"name":"polluted","polluted":true}}') };
    }
    default:
      return assertNever(kind, "unknown kind of malformed record");
  }
}
