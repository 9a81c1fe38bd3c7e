import { COMMAND_NAMES, COMMANDS, type CommandName } from "../../../shared/commands.ts";
import { RESOURCES, type Resource } from "../../../shared/resource-names.ts";
import type { SavedView } from "../../../shared/views.ts";
import { shortcutWords } from "../../app/shortcuts.ts";
import { RESOURCE_WORDS } from "../../format/resource-words.ts";
import { BUILT_IN_VIEWS, type NamedView } from "../../../shared/built-in-views.ts";
import { asNamedView } from "../../table/views/use-views.ts";
import { fuzzyScore } from "./fuzzy.ts";

/** What the palette lists: a command, a view or a record. */
export type Target =
  | { readonly kind: "command"; readonly command: CommandName }
  | { readonly kind: "view"; readonly resource: Resource; readonly view: NamedView }
  | { readonly kind: "record"; readonly resource: Resource; readonly id: string };

/** A line of the palette. */
export interface Entry {
  /** Names the target for as long as it exists; what is remembered as recent. */
  readonly key: string;
  readonly words: string;
  /** What it is, and for a record its id. */
  readonly detail: string;
  readonly shortcut: string | null;
  readonly target: Target;
}

/** Every command but the palette itself. */
export function commandEntries(platform: string): readonly Entry[] {
  return COMMAND_NAMES.filter((name) => name !== "palette").map((command) => {
    const [shortcut] = COMMANDS[command].keys;
    return {
      key: `command ${command}`,
      words: COMMANDS[command].words,
      detail: "Command",
      shortcut: shortcut === undefined ? null : shortcutWords(shortcut, platform),
      target: { kind: "command", command },
    };
  });
}

/** Every view of every table, one's own first. */
export function viewEntries(saved: readonly SavedView[]): readonly Entry[] {
  return RESOURCES.flatMap((resource) => {
    const own = saved.filter((view) => view.resource === resource).map(asNamedView);
    return [...own, ...BUILT_IN_VIEWS[resource]].map((view) => ({
      key: `view ${resource} ${view.id}`,
      words: view.name,
      detail: `View of ${RESOURCE_WORDS[resource].many}`,
      shortcut: null,
      target: { kind: "view", resource, view } as const,
    }));
  });
}

/** A record's line. */
export function recordEntry(resource: Resource, id: string, name: unknown): Entry {
  const { one } = RESOURCE_WORDS[resource];
  return {
    key: recordKey(resource, id),
    words: typeof name === "string" && name !== "" ? name : id,
    detail: `${one.charAt(0).toUpperCase()}${one.slice(1)} ${id}`,
    shortcut: null,
    target: { kind: "record", resource, id },
  };
}

const recordKey = (resource: Resource, id: string): string => `record ${resource} ${id}`;

/** The ids of the records of a resource among remembered keys. */
export function recordIds(resource: Resource, keys: readonly string[]): readonly string[] {
  const prefix = recordKey(resource, "");
  return keys.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
}

/**
 * The palette's one list: what is recent first, then commands and views by how well they match, then records as the
 * store found them.
 * @param recent remembered keys, the latest first.
 */
export function arrange(
  typed: string,
  known: readonly Entry[],
  found: readonly Entry[],
  recentRecords: readonly Entry[],
  recent: readonly string[],
): readonly Entry[] {
  const scored = (entries: readonly Entry[]): readonly Entry[] =>
    typed.trim() === ""
      ? entries
      : entries
          .map((entry) => ({ entry, score: fuzzyScore(entry.words, typed) }))
          .filter((scored): scored is { entry: Entry; score: number } => scored.score !== null)
          .toSorted((a, b) => b.score - a.score)
          .map(({ entry }) => entry);
  const matching = new Map(
    [...scored(known), ...scored(recentRecords), ...found].map((entry) => [entry.key, entry]),
  );
  const first = recent.flatMap((key) => matching.get(key) ?? []);
  const rest = [...scored(known), ...found].filter(({ key }) => !recent.includes(key));
  return [...first, ...rest];
}
