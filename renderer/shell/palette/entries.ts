import {
  COMMAND_NAMES,
  COMMANDS,
  type Command,
  type CommandName,
} from "../../../shared/contract/commands.ts";
import type { ProfileList } from "../../../shared/domain/profiles.ts";
import { RESOURCES, type Resource } from "../../../shared/domain/resource-names.ts";
import type { SavedView } from "../../../shared/views/views.ts";
import { shortcutWords } from "../../ui/shortcuts.ts";
import { RESOURCE_LABELS } from "../../inventory/labels/resource-labels.ts";
import { BUILT_IN_VIEWS, type NamedView } from "../../../shared/views/built-in-views.ts";
import { asNamedView } from "../../inventory/views/use-views.ts";
import { matchOf, RANK, type Match } from "./match.ts";

/** What the palette lists: a command, a connection, a view or a record. */
export type Target =
  | { readonly kind: "command"; readonly command: CommandName }
  | { readonly kind: "connection"; readonly profileId: string }
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
  /** Why it cannot be chosen now; null where it can. */
  readonly obstacle: string | null;
  readonly target: Target;
}

/**
 * Every command but the palette itself, of those that can be carried out here.
 * @param obstacles why some of them can do nothing now.
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
        words: COMMANDS[command].words,
        detail: "Command",
        shortcut: shortcut === undefined ? null : shortcutWords(shortcut, platform),
        obstacle: obstacles[command] ?? null,
        target: { kind: "command", command },
      };
    });
}

/** The connections that one may switch to. @param open the one that is open. */
export function connectionEntries({ profiles }: ProfileList, open: string): readonly Entry[] {
  return profiles
    .filter(({ profileId }) => profileId !== open)
    .map(({ profileId, name }) => ({
      key: `connection ${profileId}`,
      words: name,
      detail: "Connection",
      shortcut: null,
      obstacle: null,
      target: { kind: "connection", profileId },
    }));
}

/** Every view of every table, one's own first. */
export function viewEntries(saved: readonly SavedView[]): readonly Entry[] {
  return RESOURCES.flatMap((resource) => {
    const own = saved.filter((view) => view.resource === resource).map(asNamedView);
    return [...own, ...BUILT_IN_VIEWS[resource]].map((view) => ({
      key: `view ${resource} ${view.id}`,
      words: view.name,
      detail: `View of ${RESOURCE_LABELS[resource].many}`,
      shortcut: null,
      obstacle: null,
      target: { kind: "view", resource, view } as const,
    }));
  });
}

/** A record's line. */
export function recordEntry(resource: Resource, id: string, name: unknown): Entry {
  const { one } = RESOURCE_LABELS[resource];
  return {
    key: recordKey(resource, id),
    words: typeof name === "string" && name !== "" ? name : id,
    detail: `${one.charAt(0).toUpperCase()}${one.slice(1)} ${id}`,
    shortcut: null,
    obstacle: null,
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
 * The palette's one list, by how well each line matches: what is exactly so, what begins so, what has a word that
 * begins so, what has it within, and at last what has the letters scattered over it. Of those that match alike, what
 * is recent comes first, then commands and views, then records in the order in which the store found them.
 * @param recent remembered keys, the latest first.
 */
export function arrange(
  typed: string,
  known: readonly Entry[],
  found: readonly Entry[],
  recentRecords: readonly Entry[],
  recent: readonly string[],
): readonly Entry[] {
  const line = (entry: Entry, match: Match | null): readonly Line[] => {
    const use = recent.indexOf(entry.key);
    return match ? [{ entry, ...match, use: use < 0 ? recent.length : use }] : [];
  };
  const lines = [
    ...known.flatMap((entry) => line(entry, matchOf(entry.words, typed))),
    ...recentRecords
      .filter(({ key }) => recent.includes(key))
      .flatMap((entry) => line(entry, matchOfRecord(entry, typed))),
    // The store's word is enough, and its order stays.
    ...found.flatMap((entry) => line(entry, matchOfRecord(entry, typed) ?? UNSEEN)),
  ];
  const sorted = lines.toSorted((a, b) => b.rank - a.rank || a.use - b.use || b.nearness - a.nearness);
  return [...new Map(sorted.map(({ entry }) => [entry.key, entry])).values()];
}

/** An entry with what decides on its place. */
interface Line extends Match {
  readonly entry: Entry;
  /** Its place among what is recent, the latest being 0. */
  readonly use: number;
}

/** Behind all commands and views of the same rank. */
const RECORD_NEARNESS = Number.MIN_SAFE_INTEGER;
/** A record whose match the page cannot see: the store found it by what was typed before, or by another field. */
const UNSEEN: Match = { rank: RANK.scattered, nearness: RECORD_NEARNESS };

/** A record's match by its name or its id, whose letters mean nothing one by one. */
function matchOfRecord({ words, target }: Entry, typed: string): Match | null {
  const byName = matchOf(words, typed);
  const byId = target.kind === "record" ? matchOf(target.id, typed) : null;
  const rank = Math.max(byName?.rank ?? -1, byId && byId.rank !== RANK.scattered ? byId.rank : -1);
  return rank < 0 ? null : { rank, nearness: RECORD_NEARNESS };
}
