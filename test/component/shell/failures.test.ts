import { screen, waitFor, within } from "@testing-library/dom";
import { beforeEach, expect, test } from "vitest";
import { TestPage } from "../page.ts";
import { banner, expectGone, expectState, expectText, fill, statusBar, textsOf, cellAt } from "../steps.ts";

const page = new TestPage({ fresh: true });
beforeEach(() => page.open());

const refresh = (): Promise<void> => page.user.keyboard("{F5}");
const count = (): HTMLElement => screen.getByTestId("result-count");
const UNUSABLE = "The service’s answer cannot be used.";

test("a response with status 429 starts a countdown, after which the refresh continues", async () => {
  page.service.setFaults({ tooManyNext: 1, retryAfter: "3" });
  await refresh();
  await expectState("Rate-limited");
  await expectText(statusBar, /rate-limited until .+ \([1-4] s\)/);
  await expectState("Connected");
  expect(statusBar()).not.toHaveTextContent("rate-limited");
});

test("the app sends no request before Retry-After ends", async () => {
  const { service, user } = page;
  service.setFaults({ tooManyNext: 1, retryAfter: "30" });
  service.requests.clear();
  await refresh();
  await expectText(statusBar, /rate-limited until .+ \((2\d|3[0-4]) s\)/);
  expect(screen.getByRole("button", { name: "Refresh" })).toBeDisabled();
  await refresh();
  await user.click(cellAt(0, 0));
  await expectText(() => screen.queryByRole("complementary"), /Could not be verified: .*limit/);
  expect(service.requests.total).toBe(1);
});

test("the app retries a request after a response with status 500", async () => {
  const { service } = page;
  service.setFaults({ serverErrorNext: 1 });
  await refresh();
  await expectState("Retrying");
  await expectText(statusBar, /trying again in \d+ s/);
  await expectState("Connected");

  service.setFaults({ serverErrorNext: 4, serverErrorStatus: 503 });
  await refresh();
  await expectState("Refresh failed");
  expect(statusBar()).toHaveTextContent("The service answered with an error of its own (503).");
  expect(within(statusBar()).getByRole("button", { name: "Copy request id" })).toBeVisible();
  await expectText(statusBar, "next refresh in");
  await refresh();
  await expectState("Connected");
  expect(statusBar()).not.toHaveTextContent("503");
});

test("a refresh that receives a response without JSON fails at once and changes no row", async () => {
  page.service.setFaults({ htmlNext: 1 });
  await refresh();
  await expectState("Refresh failed");
  const unusable = await banner(UNUSABLE);
  expect(unusable).toHaveTextContent("The answer is not JSON (text/html)");
  expect(unusable).toHaveTextContent("check that no login page or gateway stands in between");
  await expectText(statusBar, "next refresh in");
  expect(count()).toHaveTextContent("120 items");
  await refresh();
  await expectState("Connected");
  await expectGone(() => screen.queryByRole("region", { name: UNUSABLE }));
});

test("malformed records are quarantined; all other records are stored", async () => {
  const { service } = page;
  service.setFaults({
    malformedRecords: ["no_id", "numeric_id", "wrong_types"],
    onlyPath: "/inventory/items",
  });
  const [first] = service.company.items.all();
  service.company.upsertItem({ id: first?.id ?? "", name: "Whole among the broken" });
  await refresh();
  await expectText(statusBar, "3 malformed records set aside");
  await expectState("Connected");
  expect(count()).toHaveTextContent("120 items");
  fill(screen.getByRole("searchbox"), "Whole among the broken");
  await waitFor(() => expect(textsOf("name")).toEqual(["Whole among the broken"]));
});
