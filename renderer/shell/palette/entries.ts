import { COMMAND_LABELS } from "../../../shared/contract/messages.ts";
import { fold } from "../../../shared/base/text/fold.ts";
import {
  COMMAND_NAMES,
  COMMANDS,
  type Command,
  type CommandName,
} from "../../../shared/contract/commands.ts";
import type { ConnectionList } from "../../../shared/inventory/connections.ts";
import { RESOURCES, type Resource } from "../../../shared/inventory/resource-names.ts";
import type { SavedView } from "../../../shared/query/views/views.ts";
import { shortcutLabel } from "../../commands/shortcuts.ts";
import { BUILT_IN_VIEWS, type NamedView } from "../../../shared/query/views/built-in-views.ts";
import { asNamedView } from "../../table/views/use-views.ts";
import { PALETTE } from "./messages.ts";

/** The ranks of matches; higher is better. */
export const RANK = {
  /** The letters occur in order, with gaps. */
  scattered: 0,
  inside: 1,
  word: 2,
  start: 3,
  exact: 4,
} as const;

/** The match of a text. Between matches of the same rank, `nearness` decides. */
interface Match {
  readonly rank: number;
  readonly nearness: number;
}

/** Matches a text, ignoring case and accents; null if it does not match. */
export function matchOf(text: string, typed: string): Match | null {
  const haystack = fold(text);
  const needle = fold(typed).trim();
  if (haystack === needle) return { rank: RANK.exact, nearness: 0 };
  if (haystack.startsWith(needle)) return { rank: RANK.start, nearness: 0 };
  const words = needle.split(/\s+/);
  const begun = words.map((word) => wordStart(haystack, word));
  if (!begun.includes(-1)) return { rank: RANK.word, nearness: -Math.min(...begun) };
  const within = words.map((word) => haystack.indexOf(word));
  if (!within.includes(-1)) return { rank: RANK.inside, nearness: -Math.min(...within) };
  return scattered(haystack, words.join(""));
}

/**
 * Matches letters that are scattered in a text. A match is better the closer the letters are to each other or to the
 * starts of words.
 */
function scattered(haystack: string, letters: string): Match | null {
  let from = 0;
  let nearness = 0;
  for (const letter of letters) {
    const found = haystack.indexOf(letter, from);
    if (found < 0) return null;
    nearness -= (found - from) * (isWordStart(haystack, found) ? 1 : 4);
    from = found + letter.length;
  }
  return { rank: RANK.scattered, nearness };
}

/** The index of the first word that starts with `word`; -1 if no word does. */
function wordStart(text: string, word: string): number {
  let at = text.indexOf(word);
  while (at >= 0 && !isWordStart(text, at)) at = text.indexOf(word, at + 1);
  return at;
}

function isWordStart(text: string, at: number): boolean {
  return at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? "");
}

/** An entry of the palette: a command, a connection, a view or a record. */
export type Target =
  | { readonly kind: "command"; readonly command: CommandName }
  | { readonly kind: "connection"; readonly connectionId: string }
  | { readonly kind: "view"; readonly resource: Resource; readonly view: NamedView }
  | { readonly kind: "record"; readonly resource: Resource; readonly id: string };

export interface Entry {
  /** Identifies the target. Recent choices are remembered by this key. */
  readonly key: string;
  readonly label: string;
  readonly detail: string;
  readonly shortcut: string | null;
  /** The reason why the entry cannot be chosen now; null if it can be chosen. */
  readonly obstacle: string | null;
  readonly target: Target;
}

/**
 * Lists the commands that are available here, except the palette itself. @param obstacles the reasons why some commands
 * are disabled.
 */
export function commandEntries(
  platform: string,
  here: readonly CommandName[] = COMMAND_NAMES,
  obstacles: Partial<Readonly<Record<CommandName, string | null>>> = {},
): readonly Entry[] {
  return here
    .filter((name) => name !== "palette")
    .map((command) => {
      const { keys, keyThere }: Command = COMMANDS[command];
      const shortcut = keys[0] ?? keyThere;
      return {
        key: `command ${command}`,
        label: COMMAND_LABELS[command],
        detail: PALETTE.command,
        shortcut: shortcut === undefined ? null : shortcutLabel(shortcut, platform),
        obstacle: obstacles[command] ?? null,
        target: { kind: "command", command },
      };
    });
}

/** Lists the connections to which the user can switch. @param open the id of the open connection. */
export function connectionEntries({ connections }: ConnectionList, open: string): readonly Entry[] {
  return connections
    .filter(({ connectionId }) => connectionId !== open)
    .map(({ connectionId, name }) => ({
      key: `connection ${connectionId}`,
      label: name,
      detail: PALETTE.connection,
      shortcut: null,
      obstacle: null,
      target: { kind: "connection", connectionId },
    }));
}

/** Lists every view of every table, with saved views first. */
export function viewEntries(saved: readonly SavedView[]): readonly Entry[] {
  return RESOURCES.flatMap((resource) => {
    const own = saved.filter((view) => view.resource === resource).map(asNamedView);
    return [...own, ...BUILT_IN_VIEWS[resource]].map((view) => ({
      key: `view ${resource} ${view.id}`,
      label: view.name,
      detail: PALETTE.viewOf({ resource }),
      shortcut: null,
      obstacle: null,
      target: { kind: "view", resource, view } as const,
    }));
  });
}

export function recordEntry(resource: Resource, id: string, name: unknown): Entry {
  return {
    key: recordKey(resource, id),
    label: typeof name === "string" && name !== "" ? name : id,
    detail: PALETTE.record({ resource, id }),
    shortcut: null,
    obstacle: null,
    target: { kind: "record", resource, id },
  };
}

const recordKey = (resource: Resource, id: string): string => `record ${resource} ${id}`;

/** The ids of a resource's records among remembered keys. */
export function recordIds(resource: Resource, keys: readonly string[]): readonly string[] {
  const prefix = recordKey(resource, "");
  return keys.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
}

/**
 * Sorts the palette's entries by `RANK`; then by kind: recent entries, commands and views, records. @param recent keys,
 * the latest first.
 */
export function arrange(
  typed: string,
  known: readonly Entry[],
  found: readonly Entry[],
  recentRecords: readonly Entry[],
  recent: readonly string[],
): readonly Entry[] {
  const placed = (entry: Entry, match: Match | null): readonly Placed[] => {
    const use = recent.indexOf(entry.key);
    return match ? [{ entry, ...match, use: use < 0 ? recent.length : use }] : [];
  };
  const all = [
    ...known.flatMap((entry) => placed(entry, matchOf(entry.label, typed))),
    ...recentRecords
      .filter(({ key }) => recent.includes(key))
      .flatMap((entry) => placed(entry, matchOfRecord(entry, typed))),
    // Records that the store found are listed even without a visible match.
    ...found.flatMap((entry) => placed(entry, matchOfRecord(entry, typed) ?? INVISIBLE_MATCH)),
  ];
  const sorted = all.toSorted((a, b) => b.rank - a.rank || a.use - b.use || b.nearness - a.nearness);
  return [...new Map(sorted.map(({ entry }) => [entry.key, entry])).values()];
}

interface Placed extends Match {
  readonly entry: Entry;
  readonly use: number;
}

/** A nearness that puts records below commands and views of the same rank. */
const RECORD_NEARNESS = Number.MIN_SAFE_INTEGER;
/** The match of a record without a visible match. The store found the record by an earlier text or a hidden field. */
const INVISIBLE_MATCH: Match = { rank: RANK.scattered, nearness: RECORD_NEARNESS };

/** The match of a record by its name or id. Scattered letters of an id do not count. */
function matchOfRecord({ label, target }: Entry, typed: string): Match | null {
  const byName = matchOf(label, typed);
  const byId = target.kind === "record" ? matchOf(target.id, typed) : null;
  const rank = Math.max(byName?.rank ?? -1, byId && byId.rank !== RANK.scattered ? byId.rank : -1);
  return rank < 0 ? null : { rank, nearness: RECORD_NEARNESS };
}
