import fs from "node:fs";
import path from "node:path";
import { invalidInput, QueryError } from "../../../../../shared/base/errors.ts";
import {
  dialectOf,
  type AlertsMailing,
  type ExportMailing,
} from "../../../../../shared/features/collector/mail-file.ts";
import { BUILT_IN_VIEWS } from "../../../../../shared/query/views/built-in-views.ts";
import { isAsWritten, PRIVATE_FILE } from "../../../../base/files.ts";
import { readFacts, type Facts } from "../../../../store/database/facts.ts";
import { openInventoryForReading } from "../../../../store/database/inventory-file.ts";
import { digestOf, readActiveAlerts } from "../../../alerts/public.ts";
import {
  columnsOfExport,
  findNamedView,
  queryOfView,
  type ExportedView,
} from "../../../../delivery/files/exported-view.ts";
import { runExport } from "../../../../delivery/files/run-export.ts";
import { letterId } from "../../../../delivery/mail/letter.ts";
import type { MailJob, NewMail } from "../../../../delivery/mail/mail-job.ts";
import { scheduledFileName } from "../../../../delivery/files/file-name.ts";
import { scheduledMail } from "../../../../delivery/planned/scheduled-mail.ts";
import { readTeamViews } from "../../../views/public.ts";
import { MAILING_ERRORS } from "./messages.ts";

/** The copy from which messages are made, with the views and rules of the team. */
export interface MailedCopy {
  readonly connectionId: string;
  /** The database of synced rows. */
  readonly inventory: string;
  /** The folder of files that wait to be sent. */
  readonly folder: string;
  /** The name of the stock in messages. */
  readonly name: string;
  readonly appVersion: string;
  /** The views of the team, as JSON by id. */
  readonly views: ReadonlyMap<string, string>;
  /** The ids of the team's rules. */
  readonly rules: readonly string[];
}

/** Whether the first pull of a copy has ended, and all its columns are computed. */
export function isWhole(inventory: string): boolean {
  if (!fs.existsSync(inventory)) return false;
  const { firstPullComplete, computedFrom } = factsOf(inventory);
  return firstPullComplete && computedFrom !== null;
}

function factsOf(inventory: string): Facts {
  const database = openInventoryForReading(inventory);
  try {
    return readFacts(database);
  } finally {
    database.close();
  }
}

/** The problem with the view of an export, as one sentence; null if there is no problem. */
export function viewProblem(
  mailing: ExportMailing,
  copy: Pick<MailedCopy, "views" | "connectionId">,
): string | null {
  const { resource, view } = mailing;
  const own = teamViews(mailing, copy);
  const found = findNamedView(resource, view, own);
  if (!found) {
    const names = [...own, ...BUILT_IN_VIEWS[resource]].map(({ name }) => name);
    return `${resource} have no view "${view}" (they have ${names.join(", ")})`;
  }
  try {
    // The day does not matter, because a view of a later version is refused on every day.
    queryOfView(resource, found, 0);
    return null;
  } catch (thrown) {
    if (thrown instanceof QueryError) return thrown.message;
    throw thrown;
  }
}

const teamViews = (
  { resource }: ExportMailing,
  { views, connectionId }: Pick<MailedCopy, "views" | "connectionId">,
): readonly ExportedView[] => readTeamViews(views, connectionId).filter((view) => view.resource === resource);

/** The path of the file that an export's message sends. */
export const fileOf = (folder: string, id: string, { format }: ExportMailing): string =>
  path.resolve(folder, `${id}.${format}`);

/**
 * Writes the rows of a mailing's view, and makes their message.
 * @param id the id of the message. @param now ms since the epoch, by the local clock.
 * @throws AppFailure `invalid_input` if the view was deleted, `store`, `cancelled`; QueryError.
 */
export async function exportMail(
  mailing: ExportMailing,
  copy: MailedCopy,
  id: string,
  now: number,
  signal: AbortSignal,
): Promise<NewMail> {
  const { resource, format, columns = null } = mailing;
  const { inventory, appVersion, name, connectionId, folder } = copy;
  const view = findNamedView(resource, mailing.view, teamViews(mailing, copy));
  if (!view) throw invalidInput(MAILING_ERRORS.viewDeleted);
  const out = fileOf(folder, id, mailing);
  const { rows, completeAsOf } = await runExport(
    {
      inventory,
      out,
      plan: {
        resource,
        query: queryOfView(resource, view, now),
        format,
        columns: columnsOfExport(resource, columns, factsOf(inventory).names !== null, view),
        wholeRecord: columns === "all",
        dialect: dialectOf(mailing),
        now,
      },
      context: { appVersion, connection: name, view: { name: view.name, definition: view.definition } },
      manifest: false,
    },
    { signal },
  );
  fs.chmodSync(out, PRIVATE_FILE);
  const mail = scheduledMail(mailing, {
    schedule: mailing.id,
    connectionId,
    connection: name,
    view: view.name,
    began: now,
    rows,
    age: completeAsOf,
    file: out,
    stats: fs.statSync(out),
    name: scheduledFileName({ resource, view, format }, now),
  });
  return { ...mail, id };
}

/**
 * Makes the message of the team's active alerts.
 * @param since ms since the epoch; alerts that fired later are new.
 * @returns null if no alert is active, and the mailing sends no empty message.
 */
export function alertsMail(
  { id: source, to, sendsEmpty }: AlertsMailing,
  { inventory, name, connectionId, rules }: MailedCopy,
  since: number,
  now: number,
): NewMail | null {
  const active = readActiveAlerts(inventory, rules, since);
  if (!active) throw new Error("the copy is not whole");
  if (active.total === 0 && !sendsEmpty) return null;
  return {
    id: letterId(source, String(now)),
    connectionId,
    source,
    madeAt: now,
    to: [...to],
    ...digestOf(name, active, since),
    file: null,
    limitBytes: 0,
  };
}

/** Whether the file of a message is on this computer, unchanged since it was written. */
export function hasFile(file: NonNullable<MailJob["file"]>): boolean {
  const stats = fs.statSync(file.path, { throwIfNoEntry: false });
  return stats !== undefined && isAsWritten(stats, file);
}

/** Removes all files of a folder except some. */
export function removeFilesBut(folder: string, kept: ReadonlySet<string>): void {
  for (const name of fs.existsSync(folder) ? fs.readdirSync(folder) : []) {
    const file = path.join(folder, name);
    if (!kept.has(file)) fs.rmSync(file, { force: true, recursive: true });
  }
}
