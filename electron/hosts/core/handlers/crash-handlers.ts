import type { Handlers } from "../../../../shared/contract/contract.ts";
import { invalidInput } from "../../../../shared/base/errors.ts";
import type { HandlerParts } from "./handler-parts.ts";

/** Crash reports: showing and deleting them. */
export function crashHandlers({ options, crashes }: HandlerParts) {
  return {
    showCrashReports: () => {
      const latest = crashes.latest();
      if (latest === null) throw invalidInput("There is no crash report any more.");
      return options.openFile(latest, "folder");
    },
    deleteCrashReports: () => crashes.deleteAll(),
  } satisfies Partial<Handlers>;
}
