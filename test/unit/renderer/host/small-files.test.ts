import { expect, it, vi } from "vitest";
import { smallFiles } from "../../../../renderer/host/small-files.ts";
import { fail, said, succeed } from "../../../../shared/base/errors.ts";
import { POLICY_ERRORS } from "../../../../shared/base/messages.ts";

const input = {
  resource: "items",
  name: "V",
  definition: { version: 1, minor: 0, search: "", filters: [], sort: [] },
};

it("a browser saves no file if a policy sets export folders", async () => {
  const asked: string[] = [];
  const files = await smallFiles(async (name) => {
    asked.push(name);
    return succeed({ policy: { exportFolders: ["/srv/exports"] } });
  });
  const refused = fail({ kind: "policy", ...said(POLICY_ERRORS.noDownloads) });
  expect(await files.exportView(input as never)).toEqual(refused);
  expect(await files.exportNames({ connectionId: "p" })).toEqual(refused);
  expect(await files.saveDiagnostics({ connectionId: "p" })).toEqual(refused);
  expect(await files.saveWorkbook({ name: "Overview", sheets: [] })).toEqual(refused);
  expect(asked).toEqual(["bootstrap"]);
});

it("a browser saves no file if the connection to the host is lost", async () => {
  const lost = fail({ kind: "network", message: "The connection was lost." });
  const files = await smallFiles(() => Promise.resolve(lost));
  expect(await files.exportView(input as never)).toEqual(lost);
});

it("a browser downloads a workbook with the host's bytes and name", async () => {
  const blobs: Blob[] = [];
  const link = { href: "", download: "", click: vi.fn<() => void>() };
  vi.stubGlobal("document", { createElement: () => link });
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
    blobs.push(blob as Blob);
    return "blob:1";
  });
  const bytes = [0x50, 0x4b, 0, 0xff];
  const files = await smallFiles(async (name) =>
    succeed(
      name === "bootstrap"
        ? { policy: { exportFolders: null } }
        : { name: "Overview.xlsx", base64: Buffer.from(bytes).toString("base64") },
    ),
  );
  expect(await files.saveWorkbook({ name: "Overview", sheets: [] })).toEqual(
    succeed({ file: "Overview.xlsx" }),
  );
  expect(link.download).toBe("Overview.xlsx");
  expect(link.click).toHaveBeenCalledOnce();
  expect([...new Uint8Array((await blobs[0]?.arrayBuffer()) ?? new ArrayBuffer(0))]).toEqual(bytes);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
