import fs from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { setCatalogue } from "../../../../../shared/base/text/catalogue.ts";
import { firedText } from "../../../../../electron/features/alerts/messages.ts";
import { noticeOf } from "../../../../../shared/features/alerts/alert-words.ts";
import { formatCount, formatDay, formatNumber } from "../../../../../renderer/base/format.ts";
import {
  currentLocale,
  environmentLocale,
  inLocale,
  setLocale,
} from "../../../../../shared/base/text/locale.ts";
import { localNumbers } from "../../../../../shared/base/text/read-number.ts";

const ROOT = path.resolve(import.meta.dirname, "../../../../..");
afterEach(() => setLocale(undefined));

describe("the locale", () => {
  it.each([
    [{ LC_ALL: "de_CH.UTF-8", LC_NUMERIC: "fr_FR", LANG: "en_US" }, "de-CH"],
    [{ LC_NUMERIC: "fr_FR.UTF-8", LANG: "en_US.UTF-8" }, "fr-FR"],
    [{ LC_ALL: "", LANG: "de_DE@euro" }, "de-DE"],
    [{ LANG: "C.UTF-8" }, undefined],
    [{ LC_ALL: "POSIX" }, undefined],
    [{ LANG: "not a locale" }, undefined],
    [{}, undefined],
  ])("environmentLocale() reads the environment %j as %s", (env, locale) =>
    expect(environmentLocale(env)).toBe(locale),
  );

  it.each([
    ["es", "en-US", "30 nov 2026"],
    ["de", "en-US", "30.11.2026"],
    ["de", "de-CH", "30.11.2026"],
    ["fr", "de-DE", "30 nov. 2026"],
    ["pt-BR", "pt-PT", "30/11/2026"],
    ["en-GB", "de-DE", "30.11.2026"],
  ])(
    "the language %s on a system in %s writes the date %s and the system's numbers",
    (language, locale, day) => {
      setCatalogue({ language, texts: {} });
      onTestFinished(() => setCatalogue(null));
      setLocale(locale);
      const number = new Intl.NumberFormat(locale).format(1234.5);
      expect([formatDay("2026-11-30T12:00:00Z"), formatNumber(1234.5)]).toEqual([day, number]);
    },
  );

  it("a changed locale applies to fields, pages and notifications", () => {
    const subject = (now: number) => ({
      id: "",
      name: "Film",
      resource: null,
      detail: {
        kind: "amount" as const,
        measure: "count" as const,
        direction: "above" as const,
        before: null,
        now,
        threshold: 1_000.5,
      },
    });
    setLocale("de");
    expect([formatNumber(1234.5), formatCount(12_345)]).toEqual(["1.234,5", "12.345"]);
    expect(formatDay("2026-03-05T12:00:00Z")).toBe("05.03.2026");
    expect(localNumbers().read("1.234,5").value).toBe(1234.5);
    expect(firedText([subject(1234.5)])).toBe("Film: Rows 1.234,5, above 1.000,5");
    expect(noticeOf({ kind: "stale", hours: 2.5 })).toBe("No refresh has succeeded for 2,5 hours.");
    setLocale("en-IN");
    expect(formatCount(1_234_567)).toBe("12,34,567");
    expect(firedText([subject(1_234_567)])).toContain("12,34,567");
    expect(localNumbers().read("12,34,567").value).toBe(1_234_567);
  });

  it("the app uses the runtime's locale if the given locale is missing or invalid", () => {
    for (const locale of [undefined, "", "xx_invalid!", "not a locale"]) {
      setLocale(locale);
      expect(currentLocale()).toBeUndefined();
    }
  });

  it("each formatter is created once per locale", () => {
    let made = 0;
    const formatter = inLocale((locale) => {
      made += 1;
      return new Intl.NumberFormat(locale);
    });
    expect(formatter()).toBe(formatter());
    setLocale("de");
    expect(formatter().format(0.5)).toBe("0,5");
    expect(made).toBe(2);
  });

  it("no source file formats numbers or dates with its own locale", () => {
    const own = ["shared/base/text/locale.ts"];
    const sources = ["electron", "renderer", "shared"].flatMap((folder) =>
      fs
        .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
        .map((file) => `${folder}/${file.replaceAll("\\", "/")}`)
        .filter((file) => /\.tsx?$/.test(file) && !own.includes(file) && !file.includes("sample-service")),
    );
    expect(sources.length).toBeGreaterThan(700);
    const fixed =
      /new Intl\.(?:NumberFormat|DateTimeFormat|Collator)\((?:\)|undefined|["'])|toLocale(?:Date|Time)?String\((?:\)|undefined|["'])/;
    const wrong = sources.filter((file) => fixed.test(fs.readFileSync(path.join(ROOT, file), "utf8")));
    expect(wrong).toEqual([]);
  });
});
