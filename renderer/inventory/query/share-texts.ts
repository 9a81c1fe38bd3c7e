import { FIELDS } from "../../../shared/domain/fields.ts";
import type { Resource } from "../../../shared/domain/resource-names.ts";
import { joinedName } from "../../../shared/views/shown-columns.ts";

/**
 * Shares equal texts (status, location, type) among rows, in place: separate copies take a third of a chunk's memory.
 */
export function shareTexts(resource: Resource, lines: readonly object[]): void {
  const texts = new Map<string, string>();
  const fields = FIELDS[resource].flatMap(({ name, kind }) => {
    if (kind === "enum") return [name];
    return kind === "reference" ? [name, joinedName(name)] : [];
  });
  for (const line of lines) {
    const cells = line as Record<string, unknown>;
    for (const field of fields) {
      const text = cells[field];
      if (typeof text !== "string") continue;
      const known = texts.get(text);
      if (known === undefined) texts.set(text, text);
      else cells[field] = known;
    }
  }
}
