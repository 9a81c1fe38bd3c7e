import { screen, within } from "@testing-library/dom";
import { describe, expect, test } from "vitest";
import { TestPage } from "../page.ts";
import { expectState, fill, goTo } from "../steps.ts";

const SET = "Set by your administrator";
const policy = (baseUrl: string) => ({
  baseUrl,
  updates: { allowed: false, channel: "beta" as const },
  exportFolders: ["/srv/exports", "/srv/other"],
});

describe("an app with a policy", () => {
  const page = new TestPage({ fresh: true, connected: false, policy });

  test("the connection form shows the policy's base URL and asks only for the key", async () => {
    await page.open();
    const field = await screen.findByLabelText("Base URL");
    expect(field).toHaveValue(page.service.url);
    expect(field).toHaveAttribute("readonly");
    expect(field).toHaveAccessibleDescription(SET);
    fill(screen.getByLabelText("API key", { selector: "input" }), page.service.key);
    await page.user.click(screen.getByRole("button", { name: "Connect" }));
    await expectState("Connected");
  });

  test("the settings and the diagnostics list every entry of the policy", async () => {
    await page.connect();
    await page.open();
    await goTo(page, "Settings");
    const list = within(await screen.findByRole("region", { name: SET }));
    const pairs = list.getAllByRole("term").map((term) => [term.textContent, term.nextSibling?.textContent]);
    expect(pairs).toEqual([
      ["Base URL", page.service.url],
      ["Export folders", "/srv/exports, /srv/other"],
      ["Updates", "Off"],
      ["Update channel", "Beta"],
    ]);
    expect(screen.getByRole("region", { name: "Open connection" })).toHaveTextContent(
      `${page.service.url}${SET}`,
    );
    await goTo(page, "Diagnostics");
    expect(await screen.findByRole("region", { name: "Versions" })).toHaveTextContent(
      `${SET}Base URL: ${page.service.url}; Export folders: /srv/exports, /srv/other; Updates: Off`,
    );
  });
});

describe("the mail settings under a policy that sets the mail server", () => {
  const server = { host: "mail.example.com", port: 2_525, security: "starttls" } as const;
  const page = new TestPage({ policy: () => ({ mail: { server } }) });

  test("the form of the mail server shows the policy's server as read-only", async () => {
    await page.open("/settings");
    const mail = within(await screen.findByRole("region", { name: "Mail" }));
    const fields = [
      [await mail.findByLabelText("Server"), server.host],
      [mail.getByLabelText("Port"), "2525"],
      [mail.getByLabelText("TLS begins", { selector: "input" }), "By STARTTLS (usually port 587)"],
    ] as const;
    for (const [field, value] of fields) {
      await page.user.type(field, "9{ArrowUp}{Enter}");
      expect(field).toHaveValue(value);
    }
  });
});

describe("an app without a policy", () => {
  const page = new TestPage();

  test("the user can enter any base URL without a policy", async () => {
    await page.open("/add-connection");
    expect(await screen.findByLabelText("Base URL")).not.toHaveAttribute("readonly");
    await page.open("/settings");
    await screen.findByRole("region", { name: "Open connection" });
    expect(screen.queryByText(SET)).toBeNull();
    await goTo(page, "Diagnostics");
    expect(await screen.findByRole("region", { name: "Versions" })).not.toHaveTextContent(SET);
  });
});
