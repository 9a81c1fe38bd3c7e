import { randomUUID } from "node:crypto";
import { collectorFile } from "../../electron/features/collector/collector-options.ts";
import {
  addToken,
  hashOf,
  newToken,
  withTokens,
} from "../../electron/features/collector/serving/token-table.ts";
import type { TokenRight } from "../../shared/features/team/team-kinds.ts";
import { TEAM_PATH, teamResultsSchema, type RecordEdit } from "../../shared/features/team/team-protocol.ts";

/** Adds a token to a collector's data folder. */
export function addDeskToken(folder: string, label: string, access: TokenRight): string {
  const token = newToken();
  withTokens(collectorFile(folder), addToken({ label, hash: hashOf(token), access, createdAt: Date.now() }));
  return token;
}

/**
 * A workstation that edits a team's records without reading other workstations' records.
 * @param folder the collector's data folder, to which its token is added.
 * @returns a function that edits one record; null deletes it.
 */
export function otherDesk(url: string, folder: string, label: string) {
  const token = addDeskToken(folder, label, "annotate");
  return async (document: string, id: string, value: unknown): Promise<void> => {
    const edit: RecordEdit = {
      edit: randomUUID(),
      document,
      id,
      value: value === null ? null : JSON.stringify(value),
      basedOn: 0,
      editedAt: Date.now(),
    };
    const answer = await fetch(url + TEAM_PATH, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ edits: [edit] }),
    });
    const { results } = teamResultsSchema.parse(await answer.json());
    const [result] = results;
    if (result?.edit !== edit.edit || result.outcome === "refused")
      throw new Error(`The collector answered ${answer.status} ${result?.outcome}.`);
  };
}

/** A scan of a team's count, as a workstation saves it. */
export const scanBy = (desk: string, { id, name }: { readonly id: string; readonly name: string }) => ({
  text: id,
  itemId: id,
  name,
  by: "scan",
  at: new Date().toISOString(),
  length: null,
  weight: null,
  desk,
});
