import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { languageHandlers } from "../../../../../electron/features/language/language-handlers.ts";
import { languageOfStart, readLanguage } from "../../../../../electron/features/language/language-setting.ts";
import type { Policy } from "../../../../../shared/base/policy.ts";
import { temporaryFolder } from "../../../../helpers/temporary-folder.ts";

function handlersOf(folder: string, policy: Policy = {}, systemLanguage = "fr-FR") {
  return languageHandlers({ options: { folder, policy, systemLanguage: () => systemLanguage } });
}

it("the policy's language precedes the user's choice, and the user's choice precedes the system's language", async () => {
  const folder = await temporaryFolder();
  expect(languageOfStart({}, folder, "fr-FR")).toBe("fr");
  handlersOf(folder).saveLanguage({ language: "de" });
  expect(languageOfStart({}, folder, "fr-FR")).toBe("de");
  expect(languageOfStart({ language: "es" }, folder, "fr-FR")).toBe("es");
});

it("a saved language applies after the restart, and the running app stays in English", async () => {
  const folder = path.join(await temporaryFolder(), "not yet there");
  const handlers = handlersOf(folder);
  expect(handlers.getLanguage()).toEqual({
    chosen: null,
    running: "en",
    next: "fr",
    byPolicy: false,
    canRestart: false,
  });
  expect(handlers.saveLanguage({ language: "pt-BR" })).toMatchObject({ chosen: "pt-BR", next: "pt-BR" });
  expect(handlersOf(folder).getLanguage()).toMatchObject({ chosen: "pt-BR", running: "en" });
});

it("the choice “as the system” deletes the saved language", async () => {
  const folder = await temporaryFolder();
  const handlers = handlersOf(folder);
  handlers.saveLanguage({ language: "de" });
  expect(handlers.saveLanguage({ language: null })).toMatchObject({ chosen: null, next: "fr" });
  expect(fs.readdirSync(folder)).toEqual([]);
});

it.each(["xx", "", "de\nfr", "../de"])(
  "the unknown language %j in the settings file counts as no choice",
  async (text) => {
    const folder = await temporaryFolder();
    fs.writeFileSync(path.join(folder, "language"), text);
    expect(readLanguage(folder)).toBeNull();
  },
);

it("the policy's language cannot be changed", async () => {
  const handlers = handlersOf(await temporaryFolder(), { language: "es" });
  expect(handlers.getLanguage()).toMatchObject({ next: "es", byPolicy: true });
  expect(() => handlers.saveLanguage({ language: "de" })).toThrow(/policy/);
});

it("only a host that can restart the app restarts it", async () => {
  const folder = await temporaryFolder();
  let restarts = 0;
  const options = { folder, policy: {}, restart: () => void (restarts += 1) };
  const handlers = languageHandlers({ options });
  expect(handlers.getLanguage().canRestart).toBe(true);
  handlers.restart();
  expect(restarts).toBe(1);
  expect(() => handlersOf(folder).restart()).toThrow(/cannot restart/);
});
