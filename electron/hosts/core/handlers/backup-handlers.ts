import type { Handlers } from "../../../../shared/contract/contract.ts";
import { invalidInput } from "../../../../shared/base/errors.ts";
import { saveFile } from "../save-file.ts";
import type { HandlerParts } from "./handler-parts.ts";

/** The handlers of backups of the user's own data. */
export function backupHandlers(parts: HandlerParts) {
  const { options, backups, startup, exports, schedules, connections, events, change } = parts;
  return {
    makeBackup: () => startup.opened.then(() => backups.make()),
    saveBackup: async () => {
      await startup.opened;
      const { name, text } = await backups.make();
      return saveFile(options, name, () => text);
    },
    readBackup: ({ text }) => startup.opened.then(() => backups.summary(text)),
    restoreBackup: ({ text }) =>
      change(async () => {
        if (exports.isRunning)
          throw invalidInput("An export is running. Wait until it ends, then restore the backup.");
        await schedules.halt();
        try {
          await backups.restore(text);
        } catch (thrown) {
          await schedules.load();
          throw thrown;
        }
        const { connection } = connections.current;
        if (connection) await exports.stopOf(connection.profileId);
        await startup.reopen();
        events.emit("restored", {});
      }),
  } satisfies Partial<Handlers>;
}
