import { assertNever } from "../../shared/base/errors.ts";
import type { PassMode } from "./pass-options.ts";

/** The parameters of a requested pass. */
export interface PassRequest {
  readonly mode: PassMode;
  /** True if the user confirmed that the key and the removals are right. */
  readonly acceptRemovals: boolean;
}

/** The engine's state when the running pass has ended. */
type AfterPass = "keyless" | "ready" | "asleep" | "closed";

export type EngineState =
  | { readonly name: AfterPass }
  | (PassRequest & {
      readonly name: "running";
      /** True if the pass should end early. */
      readonly cancelled: boolean;
      readonly after: AfterPass;
    });

export type EngineEvent =
  | { readonly type: "keyTaken" | "keyGone" | "cancelled" | "suspended" | "woken" | "ended" | "closed" }
  | (PassRequest & { readonly type: "begun" });

/** The state after an event. If an event has no meaning in a state, the state is unchanged. */
export function nextEngineState(state: EngineState, event: EngineEvent): EngineState {
  if (state.name === "closed") return state;
  switch (event.type) {
    case "begun": {
      const { mode, acceptRemovals } = event;
      const mayBegin = state.name === "ready" || state.name === "asleep";
      return mayBegin ? { name: "running", mode, acceptRemovals, cancelled: false, after: "ready" } : state;
    }
    case "ended":
      return state.name === "running" ? { name: state.after } : state;
    case "cancelled":
      return state.name === "running" ? { ...state, cancelled: true } : state;
    case "suspended":
      return hasKey(state) ? cancelRun(state, "asleep") : state;
    case "woken":
      return hasKey(state) ? cancelRun(state, "ready") : state;
    case "keyTaken":
      return state.name === "running" ? state : { name: "ready" };
    case "keyGone":
      return cancelRun(state, "keyless");
    case "closed":
      return cancelRun(state, "closed");
    default:
      return assertNever(event, "engine: unknown event");
  }
}

function hasKey(state: EngineState): boolean {
  return (state.name === "running" ? state.after : state.name) !== "keyless";
}

/** The state after a cancellation. It applies now, or when the running pass has ended. */
function cancelRun(state: EngineState, after: AfterPass): EngineState {
  return state.name === "running" ? { ...state, cancelled: true, after } : { name: after };
}

/**
 * Decides what happens to a request for a pass. The pass begins, shares the running pass, waits for its end, or is
 * dropped.
 */
export function admit(
  state: EngineState,
  { mode, acceptRemovals }: PassRequest,
): "begin" | "share" | "wait" | "drop" {
  switch (state.name) {
    case "ready":
    case "asleep":
      return "begin";
    case "running": {
      // After a cancellation, or if the running pass does less than requested, another pass is needed.
      const asksForMore =
        (mode === "full" && state.mode !== "full") || (acceptRemovals && !state.acceptRemovals);
      return state.cancelled || asksForMore ? "wait" : "share";
    }
    case "keyless":
    case "closed":
      return "drop";
    default:
      return assertNever(state, "engine: unknown state");
  }
}
