import { expect, test } from "./launch.ts";

/** Ms after which the app ends although work still runs; a test must not depend on this limit. */
const CLOSE_TIMEOUT = 10_000;

test("the app quits at once if no connection is open", async ({ launch }) => {
  const { app, page } = await launch();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const begin = Date.now();
  await app.close();
  expect(Date.now() - begin).toBeLessThan(CLOSE_TIMEOUT / 2);
});
