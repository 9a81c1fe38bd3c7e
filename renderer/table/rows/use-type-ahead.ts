import { useRef, type KeyboardEvent } from "react";
import { clock } from "../../base/clock.ts";
import { fold } from "../../../shared/base/text/fold.ts";
import type { Row } from "../../../shared/query/query-calls.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { useAnnounce } from "../../ui/announcer.tsx";
import { useConnectionApi } from "../../host/host-context.ts";
import { commandOfKey } from "../../commands/shortcuts.ts";
import type { TableQuery } from "../query/result-queries.ts";
import { ROWS } from "./messages.ts";

/** The most ms between two letters that belong to one typed name. */
const SAME_NAME_MS = 1_000;

interface Typed {
  readonly text: string;
  readonly at: number;
}

/**
 * The letters to search for after a key press; null for a key that types no character. Pressing one letter again goes
 * to the next name.
 */
export function typeOn(
  before: Typed,
  { key, ctrlKey, metaKey, altKey }: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">,
  now: number,
): { readonly typed: Typed; readonly prefix: string; readonly skip: 0 | 1 } | null {
  if (ctrlKey || metaKey || altKey || Array.from(key).length !== 1) return null;
  const text = now - before.at < SAME_NAME_MS ? before.text : "";
  // A space selects the row, unless it continues a name.
  if (key === " " && text === "") return null;
  const next = text + key;
  const typed = { text: next, at: now };
  const first = Array.from(next)[0] ?? "";
  const repeated = Array.from(next).every((letter) => letter.toLowerCase() === first.toLowerCase());
  return repeated ? { typed, prefix: first, skip: 1 } : { typed, prefix: next, skip: 0 };
}

export interface TypeAhead {
  readonly take: (event: KeyboardEvent, row: number) => boolean;
  readonly isUnderWay: () => boolean;
}

/**
 * The number of rows to search around the place that the store found. The order on screen may differ from the store's
 * order.
 */
const NEARBY_ROWS = 50;

/** The nearest visible row whose name starts with a text; the place itself if there is no such row. */
export function nearestNamed(place: number, text: string, rowAt: (line: number) => Row | undefined): number {
  const wanted = fold(text);
  const begins = (line: number): boolean => fold(String(rowAt(line)?.["name"] ?? "")).startsWith(wanted);
  for (let step = 0; step <= NEARBY_ROWS; step += 1) {
    const line = [place - step, place + step].find(begins);
    if (line !== undefined) return line;
  }
  return place;
}

/**
 * Goes to the next row whose name starts with the typed letters. @param frozenAt the visible rows while the order is
 * frozen; else null.
 */
export function useTypeAhead(
  resource: Resource,
  { query, groups }: TableQuery,
  frozenAt: ((line: number) => Row | undefined) | null,
  onFound: (line: number) => void,
): TypeAhead {
  const { host, connectionId } = useConnectionApi();
  const announce = useAnnounce();
  const typed = useRef<Typed>({ text: "", at: Number.NEGATIVE_INFINITY });
  const goTo = async (text: string, from: number): Promise<void> => {
    const requested = typed.current;
    const answer = await host.queryTypeAhead({
      connectionId,
      resource,
      query,
      text,
      from,
      ...(groups && { groups }),
    });
    // The user has typed another letter meanwhile.
    if (typed.current !== requested || !answer.ok) return;
    if (answer.value.place === null) announce(ROWS.noNameBegins({ text }));
    else onFound(frozenAt ? nearestNamed(answer.value.place, text, frozenAt) : answer.value.place);
  };
  const take = (event: KeyboardEvent, row: number): boolean => {
    if (commandOfKey(event, false) !== null) return false;
    const next = typeOn(typed.current, event, clock.monotonic());
    if (!next) return false;
    typed.current = next.typed;
    void goTo(next.prefix, row + next.skip);
    return true;
  };
  return { take, isUnderWay: () => clock.monotonic() - typed.current.at < SAME_NAME_MS };
}
