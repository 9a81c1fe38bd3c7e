import type { HandlersOf } from "../../../shared/contract/calls.ts";
import {
  diagnosticsFileName,
  diagnosticsText,
  type Diagnostics,
  type DIAGNOSTICS_CALLS,
} from "../../../shared/features/diagnostics/diagnostics.ts";
import { gatherDiagnostics } from "./diagnostics.ts";
import type { SaveFile } from "../../base/save-file.ts";
import { invalidInput, type AppError } from "../../../shared/base/errors.ts";
import type { Policy } from "../../../shared/features/policy/policy.ts";
import type { Settings } from "../../../shared/inventory/settings.ts";
import type { Clock } from "../../base/clock.ts";
import type { KeyVault } from "../../base/keychain/key-vault.ts";
import type { CurrentProfile } from "../connections/current-profile.ts";
import type { CrashReports } from "./crashes/crash-reports.ts";

interface DiagnosticsHandlerParts {
  readonly connections: { readonly current: CurrentProfile };
  readonly crashes: CrashReports;
  readonly vault: KeyVault;
  readonly startup: {
    readonly opened: Promise<void>;
    readonly settings: Settings;
    readonly notice: AppError | null;
  };
  readonly saveFile: SaveFile;
  readonly options: {
    readonly folder: string;
    readonly version: string;
    readonly policy: Policy;
    readonly sandboxOff?: string;
    readonly clock: Clock;
    openFile(file: string, what: "file" | "folder"): Promise<void>;
  };
}

/** The report for support, and the crash reports. */
export function diagnosticsHandlers({
  options,
  connections: { current },
  crashes,
  vault,
  startup,
  saveFile,
}: DiagnosticsHandlerParts) {
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
      return saveFile(diagnosticsFileName(gathered), () => diagnosticsText(gathered));
    },
    showCrashReports: () => {
      const latest = crashes.latest();
      if (latest === null) throw invalidInput("There is no crash report any more.");
      return options.openFile(latest, "folder");
    },
    deleteCrashReports: () => crashes.deleteAll(),
  } satisfies HandlersOf<typeof DIAGNOSTICS_CALLS>;
}
