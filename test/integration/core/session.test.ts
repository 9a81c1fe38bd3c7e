import { afterEach, expect, it } from "vitest";
import { setLocale } from "../../../shared/base/text/locale.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { memory, start } from "./support.ts";

afterEach(() => setLocale(undefined));

it("desktop pages use the system's locale; browser pages use the browser's locale", async () => {
  setLocale("de-CH");
  const app = start(await temporaryFolder(), memory(), undefined, { host: "electron" });
  expect((await app.call("bootstrap")).locale).toBe("de-CH");
  const browser = start(await temporaryFolder(), memory());
  expect((await browser.call("bootstrap")).locale).toBeNull();
  setLocale(undefined);
  expect((await app.call("bootstrap")).locale).toBeNull();
});
