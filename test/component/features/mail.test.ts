import fs from "node:fs";
import { rootCertificates } from "node:tls";
import { screen, waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { TestPage } from "../page.ts";

const page = new TestPage();

test("the user chooses a file of certificate authorities and later returns to the default authorities", async () => {
  fs.writeFileSync(page.under.savesTo, rootCertificates[0] ?? "");
  await page.open("/settings");
  const mail = await screen.findByRole("region", { name: "Mail" });
  const usual = (): HTMLElement | null => within(mail).queryByRole("button", { name: "Use the usual ones" });
  expect(usual()).toBeNull();
  await page.user.click(await within(mail).findByRole("button", { name: "Choose a file…" }));
  expect(await within(mail).findByText(page.under.savesTo)).toBeInTheDocument();
  await page.user.click(usual() as HTMLElement);
  await waitFor(() => expect(within(mail).getByText("The usual ones")).toBeInTheDocument());
  expect(usual()).toBeNull();
});
