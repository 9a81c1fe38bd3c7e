import { expect, test } from "./launch.ts";

test("the settings say that this desktop has no notifications", { tag: "@whole" }, async ({ launch }) => {
  const { page } = await launch();
  await page.getByRole("button", { name: "Explore with sample data" }).click();
  await page.getByRole("link", { name: "Settings" }).click();
  const section = page.getByRole("region", { name: "Alerts" });
  await section.getByLabel("Show system notifications").check();
  await section.getByRole("button", { name: "Test" }).click();
  // The bus of these tests has no program that shows notifications.
  await expect(section.getByRole("status")).not.toBeEmpty({ timeout: 15_000 });
  await expect(section.getByRole("status")).not.toHaveText("The system showed the notification.");
  await page.getByRole("link", { name: /^Alerts/ }).click();
  await expect(page.getByRole("list", { name: "Alerts" }).getByRole("listitem").first()).toContainText(
    "An item is out longer than usual",
  );
});
