import type { HandlersOf } from "../../../shared/contract/calls.ts";
import type { BACKUP_CALLS } from "../../../shared/features/backup/backup.ts";
import { invalidInput } from "../../../shared/base/errors.ts";
import type { SaveFile } from "../../base/save-file.ts";
import type { PushBus } from "../../base/push-bus.ts";
import type { ConnectionManager } from "../connections/connection-manager.ts";
import type { BackupService } from "./backup-service.ts";

interface BackupHandlerParts {
  readonly backups: BackupService;
  readonly connections: ConnectionManager;
  readonly events: PushBus;
  readonly startup: { readonly opened: Promise<void>; reopen(): Promise<void> };
  readonly exports: { readonly isRunning: boolean; stopOf(profileId: string): Promise<void> };
  readonly schedules: { halt(): Promise<void>; load(): Promise<void> };
  readonly change: <T>(work: () => Promise<T>) => Promise<T>;
  readonly saveFile: SaveFile;
}

/** The handlers of backups of the user's own data. */
export function backupHandlers(parts: BackupHandlerParts) {
  const { saveFile, backups, startup, exports, schedules, connections, events, change } = parts;
  return {
    makeBackup: () => startup.opened.then(() => backups.make()),
    saveBackup: async () => {
      await startup.opened;
      const { name, text } = await backups.make();
      return saveFile(name, () => text);
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
  } satisfies HandlersOf<typeof BACKUP_CALLS>;
}
