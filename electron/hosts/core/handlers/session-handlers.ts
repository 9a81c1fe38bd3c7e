import { currentLocale } from "../../../../shared/base/text/locale.ts";
import type { Handlers } from "../../../../shared/contract/contract.ts";
import type { HandlerParts } from "./handler-parts.ts";

/** The handlers of a page's start, settings, users' documents and kept texts. */
export function sessionHandlers({ options, connections, userData, documents, startup }: HandlerParts) {
  return {
    bootstrap: async () => {
      await startup.opened;
      const { connection, status } = connections.current;
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
  } satisfies Partial<Handlers>;
}
