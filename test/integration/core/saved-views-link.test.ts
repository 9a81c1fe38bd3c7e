import { expect, it } from "vitest";
import {
  MAX_VIEW_FILE,
  readSharedView,
  viewLink,
  viewFileText,
} from "../../../shared/features/views/view-share.ts";
import type { SharedView } from "../../../shared/features/views/view-share.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { memory, start } from "./support.ts";

const FILMS: SharedView = {
  resource: "items",
  name: "Films",
  definition: { version: 1, minor: 0, search: "film", filters: [], sort: [] },
};
const LINK = viewLink(FILMS) ?? "";

it("an opened link is kept for the first page that reads the link", async () => {
  const rig = start(await temporaryFolder(), memory());
  expect(await rig.call("takeViewLink")).toBeNull();
  rig.core.openViewLink(LINK);
  expect(rig.events).toContainEqual({ name: "command", payload: { name: "viewLink" } });
  expect([await rig.call("takeViewLink"), await rig.call("takeViewLink")]).toEqual([LINK, null]);
});

it("an opened view file is kept for the first page that reads the file", async () => {
  const rig = start(await temporaryFolder(), memory());
  rig.core.openViewFile("{}");
  expect(rig.events).toContainEqual({ name: "command", payload: { name: "viewLink" } });
  expect([await rig.call("takeViewLink"), await rig.call("takeViewLink")]).toEqual(["{}", null]);
  rig.core.openViewFile("x".repeat(MAX_VIEW_FILE * 2));
  expect(await rig.call("takeViewLink")).toHaveLength(MAX_VIEW_FILE + 1);
});

it("an oversized view file is refused even if its first part is a valid view", async () => {
  const rig = start(await temporaryFolder(), memory());
  rig.core.openViewFile(`${viewFileText(FILMS)}${" ".repeat(MAX_VIEW_FILE)}x`);
  const text = (await rig.call("takeViewLink")) ?? "";
  expect(() => readSharedView(text)).toThrow(/too large/);
});

it.each(["stockdeck://wipe?d=1", "https://stock.example", `${LINK}#x`, `--open=${LINK}`, "x".repeat(20_000)])(
  "a text that is not a view link is ignored: %.40s",
  async (text) => {
    const rig = start(await temporaryFolder(), memory());
    rig.core.openViewLink(text);
    expect(await rig.call("takeViewLink")).toBeNull();
    expect(rig.events.filter(({ name }) => name === "command")).toEqual([]);
  },
);
