/** Words for the values that specification 2.1 names. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ["available", "Available"],
  ["checked_out", "Checked out"],
  ["archived", "Archived"],
  ["scale", "Scale"],
  ["manual", "Manual"],
]);

/** The word for an enumeration's value; one that the specification does not name is shown as it is. */
export function valueLabel(field: string, value: string): string {
  const named = field === "status" || field === "weightSource";
  return (named ? WORDS.get(value) : undefined) ?? value;
}
