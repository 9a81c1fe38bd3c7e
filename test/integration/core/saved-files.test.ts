import path from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { memory, start } from "./support.ts";

it("a file that cannot be written in the chosen folder fails with the advice to choose another folder", async () => {
  const folder = await temporaryFolder();
  const chooseFile = async (name: string): Promise<string> => path.join(folder, "no", "such", name);
  const rig = start(folder, memory(), undefined, { chooseFile });
  expect(await rig.core.dispatch("saveDiagnostics", undefined)).toMatchObject({
    ok: false,
    error: {
      kind: "store",
      message: "The file could not be written there. Choose another folder.",
    },
  });
});
