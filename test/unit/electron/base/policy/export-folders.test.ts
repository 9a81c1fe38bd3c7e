import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { requireExportFile } from "../../../../../electron/base/policy/export-folders.ts";
import { errorOf } from "../../../../helpers/failures.ts";
import { temporaryFolder } from "../../../../helpers/temporary-folder.ts";

it("a policy's export folders must contain both a file's path and the target of a link", async () => {
  const [allowed, other] = [await temporaryFolder(), await temporaryFolder()];
  const policy = { exportFolders: [allowed] };
  const link = (name: string, target: string): string => {
    fs.symlinkSync(target, path.join(allowed, name));
    return path.join(allowed, name);
  };
  await requireExportFile(policy, path.join(allowed, "new.csv"));
  await requireExportFile(policy, link("within", path.join(allowed, "new.csv")));
  for (const file of [
    path.join(other, "new.csv"),
    link("out", path.join(other, "new.csv")),
    link("out-2", "out"),
    link("dangling", path.join(other, "missing", "new.csv")),
  ])
    expect((await errorOf(requireExportFile(policy, file))).kind).toBe("policy");
});
