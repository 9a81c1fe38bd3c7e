import { useSyncExternalStore } from "react";
import { Emitter } from "../../base/emitter.ts";
import { reduceRows, rowsOf, type RowNumbers, type RowsEvent, type RowsState } from "./rows-state.ts";
import type { TableQuery } from "./result-queries.ts";
import type { Counts, QueryResult } from "./use-result.ts";

/**
 * The rows of one table, outside React. The grid sends events, and the parts above it show the numbers of these
 * rows.
 */
export class RowsStore {
  #state: RowsState;
  readonly #changes = new Emitter();
  readonly subscribe = this.#changes.subscribe;

  constructor(tableQuery: TableQuery, numbers: RowNumbers) {
    this.#state = rowsOf(tableQuery, numbers);
  }

  readonly get = (): RowsState => this.#state;

  readonly send = (event: RowsEvent): void => this.keep(this.#state, reduceRows(this.#state, event));

  /** Keeps what a render derived from a state, unless another event came in between: then it renders again. */
  readonly keep = (from: RowsState, next: RowsState): void => {
    if (next === from || from !== this.#state) return;
    this.#state = next;
    this.#changes.emit();
  };
}

/** The numbers of the rows on screen; while another order is pending, the result's own may be newer. */
export function useShownNumbers(store: RowsStore, { tableQuery, total, all }: QueryResult): Counts {
  const read = <Name extends keyof Counts>(name: Name, otherwise: Counts[Name]) => {
    const state = store.get();
    return state.tableQuery === tableQuery ? state[name] : otherwise;
  };
  return {
    total: useSyncExternalStore(store.subscribe, () => read("total", total)),
    all: useSyncExternalStore(store.subscribe, () => read("all", all)),
  };
}
