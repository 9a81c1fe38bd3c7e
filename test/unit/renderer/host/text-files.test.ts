import { expect, it } from "vitest";
import { textFiles } from "../../../../renderer/host/text-files.ts";
import { fail, succeed } from "../../../../shared/base/errors.ts";
import { NO_DOWNLOADS } from "../../../../shared/features/policy/policy.ts";

const input = {
  resource: "items",
  name: "V",
  definition: { version: 1, minor: 0, search: "", filters: [], sort: [] },
};

it("a browser saves no file if the policy of an administrator sets export folders", async () => {
  const asked: string[] = [];
  const files = await textFiles(async (name) => {
    asked.push(name);
    return succeed({ policy: { exportFolders: ["/srv/exports"] } });
  });
  const refused = fail({ kind: "policy", message: NO_DOWNLOADS });
  expect(await files.exportView(input as never)).toEqual(refused);
  expect(await files.exportNames({ profileId: "p" })).toEqual(refused);
  expect(await files.saveDiagnostics({ profileId: "p" })).toEqual(refused);
  expect(asked).toEqual(["bootstrap"]);
});

it("a browser saves no file if the host cannot answer whether saving is allowed", async () => {
  const lost = fail({ kind: "network", message: "The connection was lost." });
  const files = await textFiles(() => Promise.resolve(lost));
  expect(await files.exportView(input as never)).toEqual(lost);
});
