import type { CallInput, CallOutput } from "../../shared/contract/contract.ts";
import type { DocumentName } from "../../shared/contract/documents.ts";

/** The input that saves these records, by id, or the single record of a document. */
export function savedRecords(
  connectionId: string,
  document: DocumentName,
  values: Readonly<Record<string, unknown>>,
): CallInput<"saveRecords"> {
  const records = Object.entries(values).map(([id, value]) => ({ id, value }));
  return { connectionId, document, records } as CallInput<"saveRecords">;
}

/** The records that `readRecords` answered, by id. */
export function valuesById(records: CallOutput<"readRecords">): Record<string, unknown> {
  return Object.fromEntries(records.map(({ id, value }) => [id, value]));
}
