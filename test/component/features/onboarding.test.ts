import { screen, within } from "@testing-library/dom";
import { beforeEach, expect, test } from "vitest";
import { TestPage } from "../page.ts";
import { expectState, expectText, fill } from "../steps.ts";

const page = new TestPage({ items: 400, fresh: true, connected: false });
beforeEach(() => page.open());

async function enter(url: string, key: string): Promise<void> {
  fill(await screen.findByLabelText("Base URL"), url);
  fill(screen.getByLabelText("API key", { selector: "input" }), key);
}

async function attempt(url: string, key: string): Promise<void> {
  await enter(url, key);
  await page.user.click(screen.getByRole("button", { name: "Test connection" }));
}

test("one click on the sample data opens a complete table", async () => {
  await page.user.click(await screen.findByRole("button", { name: "Explore with sample data" }));
  await expectState("Connected");
  await expectText(() => screen.queryByTestId("result-count"), "5,000");
  expect(screen.getByText("Sample data")).toBeInTheDocument();
  await expectText(() => screen.getByRole("contentinfo"), /Complete as of .*next refresh/);
});

test("the app never shows the key while the user connects a service", async () => {
  const { service, user } = page;
  await attempt(service.url, service.key);
  expect(await screen.findByText(/The service answered in \d+ ms/)).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Connect" }));
  await expectState("Connected");
  await expectText(() => screen.getByTestId("result-count"), "400 items");
  expect(document.documentElement.outerHTML).not.toContain(service.key);
});

test("each connection problem has its own message", async () => {
  const { service } = page;
  const notice = (): HTMLElement | null => screen.queryAllByRole("alert").at(-1) ?? null;
  await enter("http://example.com", "k");
  await page.user.click(screen.getByRole("button", { name: "Test connection" }));
  expect(await screen.findByText(/Only https:\/\/ is safe for the key/)).toBeInTheDocument();
  await attempt(service.url, "not-a-key");
  await expectText(notice, "The key was refused (401)");
  expect(
    within(notice() as HTMLElement).getByRole("button", { name: "Copy request id" }),
  ).toBeInTheDocument();
  await attempt("http://127.0.0.1:59998", "some-key");
  await expectText(notice, "The connection was refused");
  service.setFaults({ htmlNext: 1 });
  await attempt(service.url, service.key);
  await expectText(notice, "This is not the inventory API");
  await attempt(`${service.url}/some/page`, service.key);
  await expectText(notice, "There is no inventory API at this address");
  service.setFaults({ redirectTo: "http://127.0.0.1:9/" });
  await attempt(service.url, service.key);
  await expectText(notice, "The address redirects elsewhere");
  service.setFaults({ redirectTo: "" });
  for (const [state, message] of [
    ["inactive", "The company of this API key is not active."],
    ["not_pro", "not on a Pro or Enterprise plan."],
    ["no_scope", "lacks the scope to read inventory."],
  ] as const) {
    await attempt(service.url, service.addKey({ state }));
    await expectText(notice, message);
    expect(notice()).toHaveTextContent("The key may not read this inventory (403)");
  }
  expect(service.requests.count({ path: "/inventory/items" })).toBe(0);
});
