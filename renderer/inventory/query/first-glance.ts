import { flushSync } from "react-dom";
import type { Query } from "../../../shared/query/query.ts";
import type { Resource } from "../../../shared/domain/resource-names.ts";
import type { Line } from "./result-queries.ts";

/** What a change of a table's search or order has found. */
export interface Found {
  readonly resource: Resource;
  readonly query: Query;
  /** The first of its rows. */
  readonly lines: readonly Line[];
  readonly total: number;
  /** As in `QueryResult`. */
  readonly all: number | null;
}

/** Puts what was found on screen; what that answers takes it back. */
export type Glance = () => () => void;
/** How a part of the table shows what was found; null where it would have to be rendered for it. */
export type GlanceTaker = (found: Found) => Glance | null;

/** Ms after which the page renders even where no frame comes, as in a window out of sight. */
const PATIENCE = 100;
/** Who has to take part: the rows, and their number above them. */
const PARTS = 2;
/** What somebody does next is meant for the rows that are seen: the page has to know them by then. */
const ACTS = ["keydown", "pointerdown", "click", "wheel", "contextmenu"] as const;

/**
 * Shows what a key has found one frame before the page renders it: the rows and their number are a few hundred texts,
 * while rendering takes longer than is left of that frame.
 */
export class FirstGlance {
  #rows = 0;
  readonly #takers = new Set<GlanceTaker>();
  /** Ends the glance that is on screen. */
  #end = (): void => {};

  /** How many rows the table shows at its top; 0 while there is none. */
  get rows(): number {
    return this.#rows;
  }

  /** Told by the table how many rows it shows. @returns ends that. */
  fit(rows: number): () => void {
    this.#rows = rows;
    return () => {
      this.#rows = 0;
    };
  }

  /** Takes part: nothing is shown that one of the parts cannot show. @returns ends that. */
  follow(taker: GlanceTaker): () => void {
    this.#takers.add(taker);
    return () => this.#takers.delete(taker);
  }

  /**
   * Shows what was found, if that can be, and renders the page: after the frame of it, before what somebody does next,
   * or at once.
   */
  show(found: Found, render: () => void): void {
    // Each takes back what it changed itself.
    this.#end();
    const glances = [...this.#takers].map((taker) => taker(found));
    if (glances.length < PARTS || glances.includes(null)) return render();
    const backs = glances.map((glance) => glance?.());
    const ended = new AbortController();
    const end = (): void => {
      if (ended.signal.aborted) return;
      ended.abort();
      // The page finds everything as it left it, and no frame comes between.
      for (const back of backs) back?.();
      flushSync(render);
    };
    this.#end = end;
    for (const act of ACTS) window.addEventListener(act, end, { capture: true, signal: ended.signal });
    requestAnimationFrame(() => setTimeout(end));
    setTimeout(end, PATIENCE);
  }
}
