import { useRef, type KeyboardEvent } from "react";
import { fold } from "../../../shared/text/fold.ts";
import type { Row } from "../../../shared/contract/query-calls.ts";
import type { Resource } from "../../../shared/domain/resource-names.ts";
import { useAnnounce } from "../../ui/announcer.tsx";
import { useLocalCopy } from "../../host/profile-context.tsx";
import { commandOfKey } from "../../ui/shortcuts.ts";
import type { TableQuery } from "../query/result-queries.ts";
import { noNameBegins } from "./messages.ts";

/** Letters that come within this many ms of each other are one beginning of a name. */
const TOGETHER = 1_000;

/** What is being typed: the letters, and when the last one came, in ms. */
interface Typed {
  readonly text: string;
  readonly at: number;
}

/**
 * What a key press makes of what was typed: the letters to look for, and how many rows on from the present one. The
 * same letter again and again goes on from name to name; null for a key that is no letter.
 */
export function typeOn(
  before: Typed,
  { key, ctrlKey, metaKey, altKey }: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">,
  now: number,
): { readonly typed: Typed; readonly prefix: string; readonly skip: 0 | 1 } | null {
  if (ctrlKey || metaKey || altKey || Array.from(key).length !== 1) return null;
  const text = now - before.at < TOGETHER ? before.text : "";
  // A space selects the row, unless it is within a name.
  if (key === " " && text === "") return null;
  const next = text + key;
  const typed = { text: next, at: now };
  const first = Array.from(next)[0] ?? "";
  const repeated = Array.from(next).every((letter) => letter.toLowerCase() === first.toLowerCase());
  return repeated ? { typed, prefix: first, skip: 1 } : { typed, prefix: next, skip: 0 };
}

/** Takes the letters that are typed over the rows. */
export interface TypeAhead {
  /** Takes a key press at a row; answers whether it was a letter of a name. */
  readonly take: (event: KeyboardEvent, row: number) => boolean;
  /** Whether a name is being typed just now. */
  readonly isUnderWay: () => boolean;
}

/** Lines around a place of the store's order within which the same row is looked for in the one on screen. */
const NEAR = 50;

/** The line on screen whose name begins so and that is nearest to a place; the place itself where none is near. */
export function nearestNamed(place: number, text: string, rowAt: (line: number) => Row | undefined): number {
  const wanted = fold(text);
  const begins = (line: number): boolean => fold(String(rowAt(line)?.["name"] ?? "")).startsWith(wanted);
  for (let step = 0; step <= NEAR; step += 1) {
    const line = [place - step, place + step].find(begins);
    if (line !== undefined) return line;
  }
  return place;
}

/**
 * Goes to the next row whose name begins with what is typed over the rows, by the ARIA grid pattern.
 * @param frozenAt gives the rows on screen by their lines while these wait with another order than the store has; else null.
 * @param onFound told of the row's line.
 */
export function useTypeAhead(
  resource: Resource,
  { query, groups }: TableQuery,
  frozenAt: ((line: number) => Row | undefined) | null,
  onFound: (line: number) => void,
): TypeAhead {
  const { host, profileId } = useLocalCopy();
  const announce = useAnnounce();
  const typed = useRef<Typed>({ text: "", at: Number.NEGATIVE_INFINITY });
  const goTo = async (text: string, from: number): Promise<void> => {
    const asked = typed.current;
    const answer = await host.queryTypeAhead({
      profileId,
      resource,
      query,
      text,
      from,
      ...(groups && { groups }),
    });
    // More was typed meanwhile.
    if (typed.current !== asked || !answer.ok) return;
    if (answer.value.place === null) announce(noNameBegins(text));
    else onFound(frozenAt ? nearestNamed(answer.value.place, text, frozenAt) : answer.value.place);
  };
  const take = (event: KeyboardEvent, row: number): boolean => {
    if (commandOfKey(event, false) !== null) return false;
    const next = typeOn(typed.current, event, performance.now());
    if (!next) return false;
    typed.current = next.typed;
    void goTo(next.prefix, row + next.skip);
    return true;
  };
  return { take, isUnderWay: () => performance.now() - typed.current.at < TOGETHER };
}
