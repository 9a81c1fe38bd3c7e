import type { Resource } from "../../shared/inventory/resource-names.ts";

export type PassMode = "full" | "incremental";

/** The plan of a pass, known before it begins. */
export interface PassSteps {
  /** In the order in which they are listed. */
  readonly resources: readonly [Resource, ...Resource[]];
  /** True if pages are staged until all have arrived and removals are allowed (design 4.8). */
  readonly staged: boolean;
}

export type PassState =
  | { readonly name: "listing"; readonly resource: Resource }
  /** Whether too many rows would vanish. */
  | { readonly name: "checking" }
  | { readonly name: "storing"; readonly resource: Resource }
  | { readonly name: "indexing" }
  /** Missing rows are requested one by one. */
  | { readonly name: "verifying" }
  | { readonly name: "done" };

/** The event that ends each state. A pass that fails ends in its current state. */
export type PassEvent = "listed" | "allowed" | "stored" | "indexed" | "verified";

/** The state in which a pass begins. */
export function firstState({ resources }: PassSteps): PassState {
  return { name: "listing", resource: resources[0] };
}

/** The state after an event. @throws Error for an event that cannot happen in that state. */
export function nextPassState(
  { resources, staged }: PassSteps,
  state: PassState,
  event: PassEvent,
): PassState {
  const following = "resource" in state ? resources[resources.indexOf(state.resource) + 1] : undefined;
  switch (`${state.name} ${event}`) {
    case "listing listed":
      if (following !== undefined) return { name: "listing", resource: following };
      return { name: staged ? "checking" : "indexing" };
    case "checking allowed":
      return { name: "storing", resource: resources[0] };
    case "storing stored":
      return following === undefined ? { name: "indexing" } : { name: "storing", resource: following };
    case "indexing indexed":
      return { name: "verifying" };
    case "verifying verified":
      return { name: "done" };
    default:
      throw new Error(`pass: "${event}" cannot happen in state "${state.name}"`);
  }
}
