import { expect, it } from "vitest";
import { updateHandlers } from "../../../../../electron/features/updates/app-updates.ts";
import { NotedUpdates } from "../../../../helpers/noted-updates.ts";

it.each(["export", "firstPull"] as const)("an update is not installed during work: %s", (work) => {
  const updates = new NotedUpdates();
  let unfinished: typeof work | null = work;
  const { installUpdate } = updateHandlers({ options: { updates }, unfinished: () => unfinished });
  expect(installUpdate).toThrow(/is running\. Install the update when it has ended\.$/);
  expect(updates.asked).toEqual([]);
  unfinished = null;
  installUpdate();
  expect(updates.asked).toEqual(["install"]);
});
