import { useEffect, useEffectEvent } from "react";
import { useInventory } from "../inventory-context.tsx";
import type { GlanceTaker } from "./first-glance.ts";

/** Takes part in showing what a key has found before the page renders it. */
export function useGlance(taker: GlanceTaker): void {
  const { glance } = useInventory();
  const take = useEffectEvent(taker);
  useEffect(() => glance.follow((found) => take(found)), [glance]);
}
