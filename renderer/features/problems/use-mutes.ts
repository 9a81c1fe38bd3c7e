import { useMemo } from "react";
import type { ProblemMute } from "../../../shared/features/problems/problems.ts";
import { useRecords } from "../../host/documents.ts";

/** The data problems that the user muted; empty until they are loaded. */
export function useMutes(): readonly ProblemMute[] {
  const records = useRecords("mutes");
  return useMemo(() => [...records.values()], [records]);
}
