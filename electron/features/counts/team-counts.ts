import { COUNT_ERRORS } from "./messages.ts";
import { randomUUID } from "node:crypto";
import type { CallOutput } from "../../../shared/contract/contract.ts";
import { invalidInput } from "../../../shared/base/errors.ts";
import type { Count, CountScan } from "../../../shared/features/counts/count-records.ts";
import type { ExpectedRow, Finding } from "../../../shared/features/counts/reconcile.ts";
import type { CountRecords, FindingsName } from "./count-records.ts";
import { scansState } from "./scan-numbers.ts";

/** The part of a connection's team that counts need. */
export interface CountTeam {
  /** Reads the workstation's membership. Null if the connection reads from no collector that keeps a team's data. */
  member(connectionId: string): Promise<{ readonly label: string; readonly access: string } | null>;
  /** Shares a record of this workstation with the team, together with its parts. */
  give(connectionId: string, document: string, id: string, value: string): Promise<void>;
  /** Deletes a record of the team, together with its parts. */
  deleteRecord(connectionId: string, document: string, id: string): Promise<void>;
}

/** The counts of a team: sharing, the right to change them, and saving results so that they arrive completely. */
export class TeamCounts {
  readonly #records: CountRecords;
  readonly #team: CountTeam;

  constructor(records: CountRecords, team: CountTeam) {
    [this.#records, this.#team] = [records, team];
  }

  /**
   * The label of this workstation in the team. @throws AppFailure `invalid_input` if the workstation may not count with
   * the team.
   */
  async labelOf(connectionId: string): Promise<string> {
    const member = await this.#team.member(connectionId);
    if (member === null) throw invalidInput(COUNT_ERRORS.noCollector);
    if (member.access !== "annotate") throw invalidInput(COUNT_ERRORS.readOnly);
    return member.label;
  }

  /** Shares a count of this workstation with the team. */
  async share(connectionId: string, countId: string, count: Count): Promise<void> {
    const label = await this.labelOf(connectionId);
    const isClosed = count.closedAt !== null;
    const result = isClosed && {
      list: "findings",
      parts: await this.#records.parts(connectionId, countId, "findings"),
      ...scansState(await this.#records.scans(connectionId, countId)),
    };
    const team: Count["team"] = {
      sharedBy: label,
      closedBy: isClosed ? label : null,
      parts: await this.#records.parts(connectionId, countId, "expected"),
      result: result || null,
    };
    await this.#team.give(connectionId, "counts", countId, JSON.stringify({ ...count, team }));
  }

  /**
   * Saves the result of a team's count: first its list of findings, then the count with the name of this list. So no
   * workstation sees the count closed before the list is complete. If two results are saved at the same time, one of
   * them remains, and they never mix.
   */
  async saveResult(
    connectionId: string,
    countId: string,
    count: Count,
    findings: readonly Finding[],
    scans: ReadonlyMap<number, CountScan> | null,
  ): Promise<void> {
    const { team } = count;
    const list: FindingsName = `findings-${randomUUID().slice(0, 8)}`;
    const parts = await this.#records.saveLists(connectionId, countId, { [list]: findings });
    const compared = scans ? scansState(scans) : team?.result;
    if (!team || !compared) throw invalidInput(COUNT_ERRORS.notTeams);
    const result = { ...compared, list, parts: parts.get(list) ?? 0 };
    await this.#records.updateCount(connectionId, countId, { ...count, team: { ...team, result } });
    // The team has deleted the count meanwhile, so the list that was just saved must be deleted too.
    if ((await this.#records.count(connectionId, countId)) === null)
      return this.#records.delete(connectionId, countId);
    await this.#records.deleteFormerFindings(connectionId, countId, list);
  }

  /** The expected items of a team's count. Null if some parts of the list are not stored yet. */
  async expected(
    connectionId: string,
    countId: string,
    { team }: Count,
  ): Promise<readonly ExpectedRow[] | null> {
    return team && team.parts > 0
      ? this.#records.wholeList(connectionId, countId, "expected", team.parts)
      : null;
  }

  /** The changes of scans after the comparison of a closed count; null if there are none. */
  async late(
    connectionId: string,
    countId: string,
    count: Count,
  ): Promise<CallOutput<"countResult">["late"]> {
    const compared = count.team?.result;
    if (!compared) return null;
    const { scans, checksum } = scansState(await this.#records.scans(connectionId, countId));
    if (checksum === compared.checksum) return null;
    return {
      scans: Math.max(0, scans - compared.scans),
      isComparable: (await this.expected(connectionId, countId, count)) !== null,
    };
  }

  /** Deletes a team's count for all workstations. */
  delete(connectionId: string, countId: string): Promise<void> {
    return this.#team.deleteRecord(connectionId, "counts", countId);
  }
}
