import { screen, waitFor, within } from "@testing-library/dom";
import { beforeEach, describe, expect, test } from "vitest";
import { TestPage } from "../page.ts";
import { banner, expectGone, expectState, expectText, fill, goTo } from "../steps.ts";

const field = (label: string): HTMLElement => screen.getByLabelText(label);

/** The section of the numbers; other sections have buttons of the same names. */
const numbers = () => within(screen.getByRole("region", { name: "Refreshing" }));

describe("numbers and the theme", () => {
  const page = new TestPage();
  beforeEach(async () => {
    await page.open();
    await goTo(page, "Settings");
    await screen.findByLabelText("Page size (records)");
  });

  test("the settings show how much history is kept", async () => {
    expect(await screen.findByText("No change has been observed yet.", { exact: false })).toBeVisible();
  });

  test("the settings validate numbers before saving them", async () => {
    const { user } = page;
    const save = (): HTMLElement => numbers().getByRole("button", { name: "Save" });
    for (const [label, wrong, problem, right] of [
      ["Page size (records)", "251", "At most 250", "100"],
      ["Refresh while in use (seconds)", "9", "At least 10", "45"],
      ["Refresh in the background (seconds)", "", "A whole number", "600"],
      ["Overlap (seconds)", "86401", "At most 86400", "0"],
    ] as const) {
      fill(field(label), wrong);
      expect(await screen.findByText(problem)).toBeInTheDocument();
      expect(save()).toBeDisabled();
      fill(field(label), right);
      await expectGone(() => screen.queryByText(problem));
    }
    await user.click(save());
    expect(await screen.findByText("Settings saved")).toBeInTheDocument();
    await page.reopen("/settings");
    expect(await screen.findByLabelText("Page size (records)")).toHaveValue("100");
    expect(field("Refresh while in use (seconds)")).toHaveValue("45");
    expect(field("Refresh in the background (seconds)")).toHaveValue("600");
    expect(field("Overlap (seconds)")).toHaveValue("0");
  });

  test("“Discard” restores the saved numbers", async () => {
    fill(field("Page size (records)"), "7");
    await page.user.click(numbers().getByRole("button", { name: "Discard" }));
    expect(field("Page size (records)")).toHaveValue("250");
    await page.user.type(field("Page size (records)"), ".");
    expect(field("Page size (records)")).toHaveValue("250.");
    await page.user.click(numbers().getByRole("button", { name: "Discard" }));
    expect(field("Page size (records)")).toHaveValue("250");
  });
});

describe("the connection settings", () => {
  const page = new TestPage({ fresh: true });
  beforeEach(async () => {
    await page.open();
    await goTo(page, "Settings");
    await screen.findByLabelText("Page size (records)");
  });
  const count = (): HTMLElement => screen.getByTestId("result-count");

  test("the next refresh uses the saved page size", async () => {
    const { service, user } = page;
    // An earlier page's notice would be mistaken for this page's notice.
    expect(screen.queryByText("Settings saved")).toBeNull();
    // A refresh that is requested during the first pull joins it.
    await expectState("Connected");
    fill(field("Page size (records)"), "60");
    await user.click(numbers().getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Settings saved")).toBeInTheDocument();
    service.requests.clear();
    await user.click(screen.getByRole("button", { name: "Refresh" }));
    await waitFor(() => expect(service.requests.count({ path: "/inventory/items", status: 200 })).toBe(1));
    for (const { query } of service.requests.entries) expect(query["limit"]).toBe("60");
  });

  test("forgetting the key stops the refreshes and keeps the rows", async () => {
    const { service, user } = page;
    await user.click(screen.getByRole("button", { name: "Forget key" }));
    const question = await screen.findByRole("dialog", { name: "Forget the API key?" });
    await user.click(within(question).getByRole("button", { name: "Forget key" }));
    await expectGone(() => screen.queryByRole("dialog"));
    expect(await screen.findByText("None is stored")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Forget key" })).toBeDisabled();
    await goTo(page, "Items");
    await expectText(count, "120 items");
    await waitFor(() => expect(screen.getAllByRole("gridcell")[0]).toBeInTheDocument());

    const missing = await banner("There is no API key.");
    await user.click(within(missing).getByRole("button", { name: "Enter a key" }));
    await user.type(await within(missing).findByLabelText("New API key"), `${service.key}{Enter}`);
    await expectGone(() => screen.queryByRole("region", { name: "There is no API key." }));
    await expectState("Connected");
  });

  test("wiping the local data starts a full pull", async () => {
    const { service, user } = page;
    service.requests.clear();
    service.company.removeItem([...service.company.items.all()][0]?.id ?? "");
    await user.click(screen.getByRole("button", { name: "Wipe local data" }));
    const question = await screen.findByRole("dialog", { name: "Wipe the local data?" });
    await user.click(within(question).getByRole("button", { name: "Wipe local data" }));
    await expectGone(() => screen.queryByRole("dialog"));
    await goTo(page, "Items");
    await expectState("Connected");
    await expectText(count, "119 items");
    expect(service.requests.entries.some(({ query }) => "updatedSince" in query)).toBe(false);
  });

  test("disconnecting asks for confirmation and returns to the first screen", async () => {
    const { user } = page;
    const ask = async (): Promise<HTMLElement> => {
      await user.click(screen.getByRole("button", { name: "Disconnect" }));
      return screen.findByRole("dialog", { name: "Disconnect from this service?" });
    };
    const [cancel] = within(await ask())
      .getAllByRole("button", { name: "Cancel" })
      .slice(-1);
    await user.click(cancel as HTMLElement);
    await expectGone(() => screen.queryByRole("dialog"));
    await user.click(within(await ask()).getByRole("button", { name: "Disconnect" }));
    expect(await screen.findByRole("heading", { name: "Welcome to Stockdeck" })).toBeInTheDocument();
    await page.reopen();
    expect(await screen.findByRole("heading", { name: "Welcome to Stockdeck" })).toBeInTheDocument();
  });
});
