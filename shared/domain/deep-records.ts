/** Levels of objects and arrays that a record may have. Deeper ones overflow the stack when they are copied to a thread. */
export const MAX_RECORD_DEPTH = 200;

/** The member that marks the stand-in of a record that is nested too deeply. */
const MARK = "stockdeck:nestedTooDeeply";

/** The record itself, or a stand-in with its id and name if it is nested too deeply to be copied. */
export function limitDepth(record: unknown): unknown {
  if (!isDeeper(record, MAX_RECORD_DEPTH)) return record;
  const { id, name } = record as { readonly id?: unknown; readonly name?: unknown };
  const texts = Object.entries({ id, name }).filter(([, value]) => typeof value === "string");
  return { ...Object.fromEntries(texts), [MARK]: true };
}

/** Whether `limitDepth` has put it in the place of a record. */
export const isStandIn = (record: Readonly<Record<string, unknown>>): boolean => record[MARK] === true;

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isDeeper(part, levels - 1));
}
