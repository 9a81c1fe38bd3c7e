import { useEffect, type RefObject } from "react";
import { today } from "../../base/clock.ts";
import { isNarrowed, type Query } from "../../../shared/query/query.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { useInventory } from "../inventory-context.ts";
import { useConnectionId } from "../../host/host-context.ts";
import type { PlacedColumn } from "../columns/column-layout.ts";
import type { PlacedText } from "./layout-snapshot.ts";
import type { MeasuredLayout } from "./layout-snapshots.ts";

interface KnownLayout {
  readonly resource: Resource;
  readonly query: Query;
  readonly grouped: boolean;
  readonly columns: readonly PlacedColumn[];
  readonly widths: readonly number[];
}

/** Saves a table's layout, so that the next start-up can paint rows early. */
export function useLayoutSnapshot(body: RefObject<HTMLElement | null>, known: KnownLayout): void {
  const { layoutSnapshots } = useInventory();
  const connectionId = useConnectionId();
  // The layout is noted after every render, because parts above the grid may have moved it.
  useEffect(() => layoutSnapshots.note(connectionId, known.resource, () => measure(body.current, known)));
}

/**
 * Measures the layout. Null if the first frame of the next start would differ, for example with open details or groups.
 */
function measure(
  body: HTMLElement | null,
  { query, grouped, columns, widths }: KnownLayout,
): MeasuredLayout | null {
  const scroller = body?.parentElement;
  if (!scroller || grouped) return null;
  const { top, right, bottom, left } = scroller.getBoundingClientRect();
  const [windowWidth, windowHeight] = [window.innerWidth, window.innerHeight];
  const words = [...document.querySelectorAll("[data-filter-words]")].flatMap(textOf);
  if (right < windowWidth || isNarrowed(query) !== words.length > 0) return null;
  return {
    query,
    day: today(),
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

function textOf(element: Element): PlacedText[] {
  const text = element instanceof HTMLInputElement ? element.value.trim() : element.textContent;
  const { left, top, width, height } = element.getBoundingClientRect();
  const padding = Number.parseFloat(getComputedStyle(element).paddingLeft);
  return text === "" ? [] : [{ text, left: left + padding, top, width: width - padding, height }];
}
