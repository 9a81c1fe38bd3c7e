import { createContext, use } from "react";
import { useToday } from "../base/use-today.ts";
import type { PastDay } from "../../shared/features/past-days/past-day-calls.ts";

/** The past day whose rows a screen shows; null for the current rows. */
export const PastDayContext = createContext<PastDay | null>(null);

/** The past day that the screen shows; null while it shows the current rows. */
export function usePastDay(): PastDay | null {
  return use(PastDayContext);
}

/** The local day that filters such as "today" mean: the past day that the screen shows, or today. */
export function useShownDay(): string {
  const today = useToday();
  return usePastDay()?.day ?? today;
}
