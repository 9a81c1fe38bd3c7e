import { currentLocale } from "../../../../shared/base/text/locale.ts";
import type { HandlersOf } from "../../../../shared/contract/calls.ts";
import type { DOCUMENT_CALLS } from "../../../../shared/contract/documents.ts";
import type { SESSION_CALLS } from "../../../../shared/contract/session-calls.ts";
import type { SYNC_CALLS } from "../../../../shared/inventory/status.ts";
import type { CoreOptions } from "../core-options.ts";
import type { CoreServices } from "../core-services.ts";

interface SessionHandlerParts extends Pick<
  CoreServices,
  "connections" | "userData" | "documents" | "startup"
> {
  readonly options: CoreOptions;
}

/** The handlers of a page's start, refreshing, settings, users' documents and kept texts. */
export function sessionHandlers({ options, connections, userData, documents, startup }: SessionHandlerParts) {
  const { current } = connections;
  return {
    bootstrap: async () => {
      await startup.opened;
      const { connection, status } = current;
      return {
        version: options.version,
        host: options.host,
        policy: options.policy,
        platform: process.platform,
        // A browser follows its own user.
        locale: options.host === "electron" ? (currentLocale() ?? null) : null,
        connection,
        profiles: connections.profiles,
        settings: startup.settings,
        status,
        notice: startup.notice,
      };
    },
    getSettings: async () => {
      await startup.opened;
      return startup.settings;
    },
    saveSettings: (next) => startup.saveSettings(next),
    loadUiState: ({ name, profileId }) => userData.uiState(name, profileId),
    saveUiState: async ({ name, value, profileId }) => {
      await startup.opened;
      if (profileId !== undefined) connections.require(profileId);
      await userData.saveUiState(name, value, profileId);
    },
    readRecords: async ({ document, profileId }) =>
      [...(await documents.read(document, profileId))].map(([id, value]) => ({ id, value })),
    saveRecords: ({ document, profileId, records }) =>
      // The contract has checked each value against its document.
      startup.opened.then(() => documents.save(document, profileId, records as never)),
    copyText: ({ text, html }) => options.copyText(text, html),
    getStatus: () => current.status,
    syncNow: ({ full }) => void current.engineWithKey().syncNow(full ? "full" : "incremental", true),
    cancelSync: () => current.copyOf()?.engine.cancel(),
    answerQuestion: ({ profileId, answer }) =>
      current.copyOf(profileId)?.engine.answerQuestion(answer === "accept"),
  } satisfies HandlersOf<typeof SESSION_CALLS & typeof DOCUMENT_CALLS & typeof SYNC_CALLS>;
}
