import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useConnectionApi } from "../../host/host-context.ts";
import { unwrap } from "../../base/unwrap.ts";
import { firstChoice, readChoice, rememberChoice, type ExportChoice } from "./export-choice.ts";

interface RememberedChoice {
  readonly choice: ExportChoice;
  readonly change: (part: Partial<ExportChoice>) => void;
  readonly remember: () => void;
}

/**
 * The choices in the export dialog, which are remembered.
 * @param what the table, or `changes`. @param of the view or list it is remembered for.
 */
export function useExportChoice(what: string, of: string): RememberedChoice {
  const { host, profileId } = useConnectionApi();
  const name = `export.${what}`;
  const memory = useQuery({
    queryKey: ["export-choices", profileId, what],
    queryFn: () => unwrap(host.loadUiState({ profileId, name })),
    gcTime: 0,
    staleTime: 0,
  });
  const [changes, setChanges] = useState<Partial<ExportChoice>>({});
  const choice = {
    ...(memory.data === undefined ? firstChoice() : readChoice(memory.data, of)),
    ...changes,
  };
  return {
    choice,
    change: (part) => setChanges((now) => ({ ...now, ...part })),
    // A failure to remember must not stop the export.
    remember: () =>
      void host.saveUiState({ profileId, name, value: rememberChoice(memory.data ?? null, of, choice) }),
  };
}
