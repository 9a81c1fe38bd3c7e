/** The state of one table's index. `I` is the index itself. */
export type IndexState<I> =
  | { readonly name: "none" }
  /** Waits until writes pause. During a first pull, an index would be out of date at once. */
  | { readonly name: "waiting"; readonly revision: number }
  /** The rows up to `lastRowid` are read. Rows that were written after `revision` must be read again. */
  | { readonly name: "reading"; readonly index: I; readonly revision: number; readonly lastRowid: number }
  | { readonly name: "ready"; readonly index: I; readonly revision: number };

export type IndexEvent<I> =
  /** A query needs an index that is not started yet. */
  | { readonly type: "wanted"; readonly revision: number }
  /** The table was written after the last event. */
  | { readonly type: "written"; readonly revision: number }
  | { readonly type: "started"; readonly index: I; readonly revision: number }
  | { readonly type: "read"; readonly lastRowid: number }
  | { readonly type: "finished" }
  /** The rows written up to a revision were read again. */
  | { readonly type: "followed"; readonly revision: number }
  /** Too many rows were written to follow them one by one. */
  | { readonly type: "outrun" }
  | { readonly type: "failed" };

/** The state after an event. @throws Error for an event that is impossible in the state. */
export function nextIndexState<I>(state: IndexState<I>, event: IndexEvent<I>): IndexState<I> {
  const { name } = state;
  switch (event.type) {
    case "wanted":
      if (name === "none") return { name: "waiting", revision: event.revision };
      break;
    case "written":
      if (name === "waiting") return { name: "waiting", revision: event.revision };
      break;
    case "started":
      if (name === "none" || name === "waiting")
        return { name: "reading", index: event.index, revision: event.revision, lastRowid: 0 };
      break;
    case "read":
      if (name === "reading") return { ...state, lastRowid: event.lastRowid };
      break;
    case "finished":
      if (name === "reading") return { name: "ready", index: state.index, revision: state.revision };
      break;
    case "followed":
      if (name === "ready") return { ...state, revision: event.revision };
      break;
    case "outrun":
      if (name === "ready") return { name: "none" };
      break;
    case "failed":
      return { name: "none" };
  }
  throw new Error(`index keeper: "${event.type}" cannot happen in state "${name}"`);
}
