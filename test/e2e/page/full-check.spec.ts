import { expect, connectedTest as test } from "../fixtures.ts";
import { callHost } from "../host-client.ts";
import { banner } from "./steps.ts";

// A second connection gets the key of the first one.
test.use({ items: 200, ownHost: true });

test(
  "the palette's refresh entry is disabled and shows the whole reason why no refresh can start",
  { tag: "@whole" },
  async ({ page, host, service }) => {
    await callHost(host.url, "replaceKey", { key: service.addKey({ company: "other" }) });
    await expect(banner(page, "Is this another company’s key?")).toBeVisible();
    const reason = "Nothing is refreshed until you say whether the key is another company’s";
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("refresh now");
    const entry = page.getByRole("option", { name: /^Refresh now/ });
    await expect(entry).toBeDisabled();
    await expect(entry).toContainText(reason);
    const isCut = await entry.getByText(reason).evaluate((text) => text.scrollWidth > text.clientWidth);
    expect(isCut, "the reason is cut").toBe(false);
    await page.keyboard.press("Enter");
    await expect(entry).toBeVisible();
  },
);
