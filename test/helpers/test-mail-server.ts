import { onTestFinished } from "vitest";
import { startMailServer, type MailServerRig } from "./mail-server.ts";

/** Starts a mail server that is closed after the running test. */
export async function mailServerOfTest(...parts: Parameters<typeof startMailServer>): Promise<MailServerRig> {
  const rig = await startMailServer(...parts);
  onTestFinished(() => rig.close());
  return rig;
}
