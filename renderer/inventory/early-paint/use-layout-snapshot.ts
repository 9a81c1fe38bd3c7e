import { useEffect, type RefObject } from "react";
import { localDay } from "../../../shared/time/local-day.ts";
import type { Query } from "../../../shared/query/query.ts";
import type { Resource } from "../../../shared/domain/resource-names.ts";
import { useInventory } from "../inventory-context.tsx";
import { isNarrowed } from "../../../shared/query/is-narrowed.ts";
import { useProfileId } from "../../host/profile-context.tsx";
import type { PlacedColumn } from "../../grid/grid-column.ts";
import type { PlacedText } from "./layout-snapshot.ts";
import type { MeasuredLayout } from "./layout-snapshots.ts";

/** What a grid knows of its look; the rest is measured. */
interface KnownLayout {
  readonly resource: Resource;
  readonly query: Query;
  readonly grouped: boolean;
  readonly columns: readonly PlacedColumn[];
  readonly widths: readonly number[];
}

/** Remembers how a table layoutSnapshots, so that its first rows can be drawn as soon as the page is opened the next time. */
export function useLayoutSnapshot(body: RefObject<HTMLElement | null>, known: KnownLayout): void {
  const { layoutSnapshots } = useInventory();
  const profileId = useProfileId();
  // After each render, whatever has changed: the grid may have been moved by what stands above it.
  useEffect(() => layoutSnapshots.note(profileId, known.resource, () => measure(body.current, known)));
}

/** Null where the first frame of an opening would be another one: beside the details of a record, or in groups. */
function measure(
  body: HTMLElement | null,
  { query, grouped, columns, widths }: KnownLayout,
): MeasuredLayout | null {
  const scroller = body?.parentElement;
  if (!scroller || grouped) return null;
  const { top, right, bottom, left } = scroller.getBoundingClientRect();
  const [windowWidth, windowHeight] = [window.innerWidth, window.innerHeight];
  const words = [...document.querySelectorAll("[data-filter-words]")].flatMap(wordsOf);
  if (right < windowWidth || isNarrowed(query) !== words.length > 0) return null;
  return {
    query,
    day: localDay(),
    words,
    columns,
    widths,
    rowHeight: Number.parseFloat(scroller.style.getPropertyValue("--sd-row-height")),
    style: scroller.style.cssText,
    loose: scroller.dataset["loose"] !== undefined,
    windowWidth,
    inset: { top, right: windowWidth - right, bottom: windowHeight - bottom, left },
  };
}

function wordsOf(element: Element): PlacedText[] {
  const text = element instanceof HTMLInputElement ? element.value.trim() : element.textContent;
  const { left, top, width, height } = element.getBoundingClientRect();
  const padding = Number.parseFloat(getComputedStyle(element).paddingLeft);
  return text === "" ? [] : [{ text, left: left + padding, top, width: width - padding, height }];
}
