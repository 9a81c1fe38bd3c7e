import fs from "node:fs";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { rememberFile, removeOldFiles } from "../../../../../electron/features/schedules/scheduled-files.ts";
import { scheduledMail } from "../../../../../electron/delivery/planned/scheduled-mail.ts";
import { makeUserStore } from "../../../../../electron/hosts/core/user-store.ts";
import { remote } from "../../../../helpers/in-process-store.ts";
import { temporaryFolder } from "../../../../helpers/temporary-folder.ts";

it("a schedule keeps its newest file even if the clock was set back", async () => {
  const folder = await temporaryFolder();
  const user = makeUserStore(path.join(folder, "user.sqlite"));
  onTestFinished(() => user.close());
  const store = remote(user);
  const write = async (name: string, writtenAt: number): Promise<string> => {
    const file = path.join(folder, name);
    fs.writeFileSync(file, name);
    await rememberFile(store, { scheduleId: "s", file, writtenAt, manifest: 0 });
    return file;
  };
  await write("first.csv", 1_000);
  const ahead = await write("ahead.csv", 9_000);
  const written = await write("written.csv", 2_000);
  await removeOldFiles(store, "s", 2, written);
  expect(fs.readdirSync(folder).filter((name) => name.endsWith(".csv"))).toEqual([
    "ahead.csv",
    "written.csv",
  ]);
  await removeOldFiles(store, "s", 1, written);
  expect([ahead, written].map((file) => fs.existsSync(file))).toEqual([false, true]);
});

it("a message fails if its file was deleted before the message was sent", () => {
  const run = {
    schedule: "s",
    connectionId: "p",
    connection: "C",
    view: "All",
    began: 0,
    rows: 1,
    age: null,
  };
  const mail = scheduledMail(
    { to: ["ann@example.com"], subject: "{view}", limitMb: 1 },
    { ...run, file: "/nowhere/items.csv", stats: null },
  );
  expect(mail).toMatchObject({ file: null, failure: { failure: "file" } });
});
