import { expect, connectedTest as test } from "../fixtures.ts";
import { callHost, waitForStatus } from "../host-client.ts";
import { banner, refresh, stateOf, statusBar } from "./steps.ts";

// A second connection gets the key of the first one.
test.use({ items: 200, ownHost: true });

test("the status bar always shows the time of the last full check", { tag: "@whole" }, async ({ page }) => {
  await expect(statusBar(page).getByText(/^Last full check \d/)).toBeInViewport({ ratio: 1 });
});

test(
  "a key of another company keeps the rows and opens a separate connection",
  { tag: "@whole" },
  async ({ page, host, service }) => {
    await callHost(host.url, "replaceKey", { key: service.addKey({ company: "other" }) });
    const question = banner(page, "Is this another company’s key?");
    await expect(question).toContainText("nothing is refreshed until you answer");
    await expect(stateOf(page)).toHaveText("Needs an answer");
    // No refresh can succeed, so every control that would start a refresh shows the reason.
    const reason = "Nothing is refreshed until you say whether the key is another company’s";
    const button = statusBar(page).getByRole("button", { name: "Refresh" });
    await expect(button).toBeDisabled();
    await expect(button).toHaveAttribute("title", reason);
    await refresh(page);
    await expect(page.getByRole("alert").filter({ hasText: `${reason}.` })).toBeVisible();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("refresh now");
    const entry = page.getByRole("option", { name: /^Refresh now/ });
    await expect(entry).toBeDisabled();
    await expect(entry).toContainText(reason);
    const isCut = await entry.getByText(reason).evaluate((text) => text.scrollWidth > text.clientWidth);
    expect(isCut, "the reason is cut").toBe(false);
    await page.keyboard.press("Enter");
    await expect(entry).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByTestId("result-count")).toHaveText("200 items");
    await question.getByRole("button", { name: "Another company: keep both" }).click();
    await expect(question).toBeHidden();
    await waitForStatus(host.url, ({ state, totals }) => state === "idle" && totals.items === 40);
    await expect(page.getByTestId("result-count")).toHaveText("40 items");
    const { connections, current } = await callHost(host.url, "listConnections");
    expect(connections).toHaveLength(2);
    expect(connections[1]?.connectionId).toBe(current);
  },
);
