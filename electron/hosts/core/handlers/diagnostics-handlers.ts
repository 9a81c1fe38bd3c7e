import type { Handlers } from "../../../../shared/contract/contract.ts";
import type { Diagnostics } from "../../../../shared/features/diagnostics/diagnostics.ts";
import {
  diagnosticsFileName,
  diagnosticsText,
} from "../../../../shared/features/diagnostics/diagnostics-file.ts";
import { gatherDiagnostics } from "../../../features/diagnostics/diagnostics.ts";
import { saveFile } from "../save-file.ts";
import type { HandlerParts } from "./handler-parts.ts";

/** The report for support, shown and saved. */
export function diagnosticsHandlers({
  options,
  connections: { current },
  crashes,
  vault,
  startup,
}: HandlerParts) {
  const gather = async (meant: string | undefined): Promise<Diagnostics> => {
    await startup.opened;
    const { folder, version, policy, sandboxOff = null, clock } = options;
    const { settings, notice } = startup;
    const about = { folder, version, policy, sandboxOff, now: clock.now(), current };
    const sources = { ...about, crashes: crashes.list(), settings, notice };
    return gatherDiagnostics({ ...sources, secrets: vault.secrets() }, meant);
  };
  return {
    diagnostics: (input) => gather(input?.profileId),
    saveDiagnostics: async (input) => {
      const gathered = await gather(input?.profileId);
      return saveFile(options, diagnosticsFileName(gathered), () => diagnosticsText(gathered));
    },
  } satisfies Partial<Handlers>;
}
