import type { Page } from "@playwright/test";
import { expect, test } from "./launch.ts";

/**
 * The outcomes of the ways to run a script from outside the page's files. Each is "ran", or the rule that
 * refused it.
 */
type Outcomes = Readonly<Record<string, string>>;

/**
 * Makes a page try to run scripts that it composes. Each try ends once the script ran or a rule of the policy
 * refused it.
 */
function tryEveryScript(page: Page): Promise<Outcomes> {
  return page.evaluate(async () => {
    // Code that runs in the debugger's call is exempt from the policy; code in a timer is not.
    await new Promise((resolve) => setTimeout(resolve));
    const mark = (way: string): string =>
      `globalThis.dispatchEvent(new CustomEvent("ran", { detail: "${way}" }))`;
    const dataOf = (text: string): string => `data:text/javascript,${encodeURIComponent(text)}`;
    const blobOf = (text: string): string =>
      URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
    const add = (tag: string, properties: object): void => {
      document.body.append(Object.assign(document.createElement(tag), properties));
    };
    const worker = (way: string, source: string): void => {
      new Worker(source).addEventListener("message", () => {
        globalThis.dispatchEvent(new CustomEvent("ran", { detail: way }));
      });
    };
    const ways: Readonly<Record<string, (way: string) => unknown>> = {
      "inline element": (way) => add("script", { text: mark(way) }),
      "inline module": (way) => add("script", { type: "module", text: mark(way) }),
      "attribute of an event": (way) => {
        const holder = document.createElement("div");
        holder.innerHTML = '<img src="data:,x">';
        holder.firstElementChild?.setAttribute("onerror", mark(way));
        document.body.append(holder);
      },
      "javascript: link": (way) => {
        const link = Object.assign(document.createElement("a"), { href: `javascript:${mark(way)}` });
        document.body.append(link);
        link.click();
      },
      "data: element": (way) => add("script", { src: dataOf(mark(way)) }),
      "blob: element": (way) => add("script", { src: blobOf(mark(way)) }),
      "data: import": (way) => import(dataOf(mark(way))),
      "blob: worker": (way) => worker(way, blobOf("postMessage(1)")),
      "data: worker": (way) => worker(way, dataOf("postMessage(1)")),
      "frame of its own": (way) => {
        const frame = Object.assign(document.createElement("iframe"), {
          srcdoc: `<script>parent.${mark(way)}</script>`,
        });
        // The frame's own document receives the event of the violation. If its script ran, it would run before
        // the frame is loaded.
        frame.addEventListener("load", () => {
          globalThis.dispatchEvent(new CustomEvent("loaded", { detail: way }));
        });
        document.body.append(frame);
      },
      // oxlint-disable-next-line no-eval -- that it is refused is the point
      eval: (way) => (0, eval)(mark(way)),
      // oxlint-disable-next-line typescript/no-implied-eval -- that it is refused is the point
      "new Function": (way) => new Function(mark(way))(),
      // oxlint-disable-next-line typescript/no-implied-eval -- that it is refused is the point
      "text of a timer": (way) => setTimeout(mark(way)),
      // The eight bytes of an empty module.
      WebAssembly: async (way) => {
        await WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
        globalThis.dispatchEvent(new CustomEvent("ran", { detail: way }));
      },
    };
    const outcomes: Record<string, string> = {};
    for (const [way, begin] of Object.entries(ways)) {
      const outcome = new Promise<string>((resolve) => {
        for (const name of ["ran", "loaded"])
          globalThis.addEventListener(name, (event) => {
            if ((event as CustomEvent).detail === way) resolve(name);
          });
        document.addEventListener(
          "securitypolicyviolation",
          ({ effectiveDirective }) => resolve(effectiveDirective),
          { once: true },
        );
      });
      try {
        await begin(way);
      } catch {
        // The script was refused; the event of the violation names the rule.
      }
      outcomes[way] = await outcome;
    }
    return outcomes;
  });
}

/** The rule that refuses each way. The frame's document is loaded, so its rule is the rule for the script in it. */
const REFUSED: Outcomes = {
  "inline element": "script-src-elem",
  "inline module": "script-src-elem",
  "attribute of an event": "script-src-attr",
  "javascript: link": "script-src-elem",
  "data: element": "script-src-elem",
  "blob: element": "script-src-elem",
  "data: import": "script-src-elem",
  "blob: worker": "worker-src",
  "data: worker": "worker-src",
  "frame of its own": "loaded",
  eval: "script-src",
  "new Function": "script-src",
  "text of a timer": "script-src",
  WebAssembly: "script-src",
};

test("only the page's own files run as scripts", async ({ launch }) => {
  const { page } = await launch();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(await tryEveryScript(page)).toEqual(REFUSED);
});

test("foreign scripts run if the page's content policy is off", { tag: "@whole" }, async ({ launch }) => {
  const { page } = await launch();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Page.setBypassCSP", { enabled: true });
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const ran = Object.fromEntries(Object.keys(REFUSED).map((way) => [way, "ran"]));
  expect(await tryEveryScript(page)).toEqual(ran);
});
