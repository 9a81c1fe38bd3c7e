import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { startCollectorProcess } from "../../helpers/collector-process.ts";
import { addDeskToken, otherDesk } from "../../helpers/other-desk.ts";
import { waitUntil } from "../../helpers/wait-until.ts";
import type { SampleService } from "../../service/index.ts";
import { callHost, waitForStatus } from "../host-client.ts";

/** A connection to a collector that other workstations use too. */
export interface Team {
  /** The page's own connection. */
  readonly connectionId: string;
  /** Another workstation. @returns a function that edits a record as this workstation. */
  readonly desk: (label: string) => ReturnType<typeof otherDesk>;
  /** Gives the page's connection a read-only token. */
  readonly readOnly: () => Promise<void>;
}

/** Connects a host to a collector before a service while `use` runs. */
export async function withTeam(
  hostUrl: string,
  service: SampleService,
  use: (team: Team) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "stockdeck-team-"));
  const collector = await startCollectorProcess(service, folder, "--every", "10");
  const { url, key } = collector;
  const { connectionId } = await callHost(hostUrl, "connect", { baseUrl: url, key });
  await waitForStatus(hostUrl, ({ state }) => state === "idle");
  await waitUntil(
    async () => (await callHost(hostUrl, "readTeam", { connectionId })).exchangedAt !== null,
    "the first exchange",
  );
  const data = path.join(folder, "data");
  const readOnly = async (): Promise<void> => {
    await callHost(hostUrl, "replaceKey", { key: addDeskToken(data, "Reader", "read") });
    const rightNow = async () => (await callHost(hostUrl, "readTeam", { connectionId })).state?.right;
    await waitUntil(async () => (await rightNow()) === "read", "the token's right");
  };
  await use({ connectionId, desk: (label) => otherDesk(url, data, label), readOnly });
  await collector.stop();
  await rm(folder, { recursive: true, force: true });
}
