import { z } from "zod";
import { parseJson } from "../../../../../shared/base/text/json.ts";
import type { ExportMailing, Mailing } from "../../../../../shared/features/collector/mail-file.ts";
import { viewProblem, type MailedCopy } from "./compose.ts";
import type { CollectorMail } from "../../collector-mail.ts";
import type { MailingRow } from "../../serving/mailing-store.ts";

/** The state of a mailing. Times are ms since the epoch by the local clock. */
const stateSchema = z.strictObject({
  /** The mailing as it was in the mail file, JSON. */
  mailing: z.string(),
  /** The time at which the timing was set. */
  anchor: z.number(),
  /** The time up to which all due runs were done. */
  settledUntil: z.number(),
  /** The time of the last digest that was sent or was empty. Alerts that fired later are new. */
  last: z.number(),
  /** Whether the last run could not make a message. */
  failed: z.boolean(),
});
export type MailingState = Readonly<z.infer<typeof stateSchema>>;

/** Makes the row that stores a state. */
export const rowOf = (id: string, state: MailingState): MailingRow => ({ id, state: JSON.stringify(state) });

/** The stored state of a mailing; null if there is no readable state. */
export const stateOf = (rows: readonly MailingRow[], id: string): MailingState | null =>
  stateSchema.safeParse(parseJson(rows.find((row) => row.id === id)?.state)).data ?? null;

/** The state of a mailing that begins now. @param now ms since the epoch. */
export const newState = (mailing: Mailing, now: number): MailingState => ({
  mailing: JSON.stringify(mailing),
  anchor: now,
  settledUntil: now,
  last: now,
  failed: false,
});

/**
 * The state of a stored mailing that is still in the mail file. If its timing is new, no run was missed. In a restored
 * store no run counts as missed either, because the runs may have been done after the backup.
 */
export function changedState(
  former: MailingState,
  mailing: Mailing,
  now: number,
  isRestored: boolean,
): MailingState {
  const text = JSON.stringify(mailing);
  if (isRestored) return { ...newState(mailing, now), failed: former.failed };
  if (text === former.mailing) return former;
  const { timing } = (parseJson(former.mailing) ?? {}) as Partial<Mailing>;
  const isSame = JSON.stringify(timing) === JSON.stringify(mailing.timing);
  return { ...former, mailing: text, ...(isSame ? {} : { anchor: now, settledUntil: now }) };
}

/**
 * Finds a mailing whose view does not exist.
 * @returns its id, and a sentence that names its place in the file; null if there is no such mailing. A view that the
 * collector knew before is not checked: if the team deletes a view, the collector must still be able to start.
 */
export function unknownView(
  { mailings }: Pick<CollectorMail, "mailings">,
  rows: readonly MailingRow[],
  copy: Pick<MailedCopy, "views" | "connectionId">,
): { readonly mailing: string; readonly problem: string } | null {
  for (const [at, mailing] of mailings.entries()) {
    if (mailing.kind !== "export" || hadView(stateOf(rows, mailing.id), mailing)) continue;
    const problem = viewProblem(mailing, copy);
    if (problem !== null)
      return { mailing: mailing.id, problem: `--mail-file: mailings[${at}].view: ${problem}` };
  }
  return null;
}

/** Whether a mailing already had this view when it was taken over before. */
function hadView(former: MailingState | null, { resource, view }: ExportMailing): boolean {
  const known = (former && parseJson(former.mailing)) as Partial<ExportMailing> | null;
  return known?.resource === resource && known.view === view;
}
