import { COUNT_ERRORS } from "./messages.ts";
import { invalidInput } from "../../../shared/base/errors.ts";
import type { DocumentName, RecordOf } from "../../../shared/contract/documents.ts";
import {
  CHARACTERS_IN_LIST,
  ROWS_IN_LIST,
  type Count,
  type CountScan,
} from "../../../shared/features/counts/count-records.ts";
import type { ExpectedRow, Finding } from "../../../shared/features/counts/reconcile.ts";
import type { ConnectionDocuments } from "../../store/user-data/connection-documents.ts";

/** The name of a list of findings. Each result of a team's count has its own list, so that two results never mix. */
export type FindingsName = "findings" | `findings-${string}`;
/** The rows of a count, by the name of the list that contains them. */
type CountLists = { readonly expected: readonly ExpectedRow[] } & {
  readonly [N in FindingsName]: readonly Finding[];
};
type CountPart = RecordOf<"countLists">;

/** Reads and writes the records of counts: the counts themselves, their scans, and their lists in parts. */
export class CountRecords {
  readonly #documents: ConnectionDocuments;

  constructor(documents: ConnectionDocuments) {
    this.#documents = documents;
  }

  async count(connectionId: string, countId: string): Promise<Count | null> {
    return (await this.#documents.read("counts", connectionId, countId)).get(countId) ?? null;
  }

  saveCount(connectionId: string, countId: string, count: Count): Promise<void> {
    return this.#documents.save("counts", connectionId, [{ id: countId, value: count }]);
  }

  /** Saves a count that exists. If the team has deleted the count meanwhile, it stays deleted. */
  updateCount(connectionId: string, countId: string, count: Count): Promise<void> {
    return this.#documents.save("counts", connectionId, [{ id: countId, value: count, isUpdate: true }]);
  }

  /** The scans of a count, by their numbers and in their order. */
  async scans(connectionId: string, countId: string): Promise<Map<number, CountScan>> {
    const records = await this.#documents.read("countScans", connectionId, `${countId}/`);
    return byNumber(
      [...records].flatMap(([id, scan]) => {
        const number = numberOfScan(id);
        return number === null ? [] : [[number, scan] as const];
      }),
    );
  }

  /**
   * Reads scans by the ids of their records.
   * @returns the scans by their numbers; null for a scan that does not exist.
   */
  async scansOf(
    connectionId: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<number, CountScan | null>> {
    const records = await this.#documents.readOf("countScans", connectionId, ids);
    return new Map(
      ids.flatMap((id) => {
        const number = numberOfScan(id);
        return number === null ? [] : [[number, records.get(id) ?? null] as const];
      }),
    );
  }

  /** Saves scans by their numbers, and deletes a scan whose value is null. */
  saveScans(
    connectionId: string,
    countId: string,
    scans: ReadonlyMap<number, CountScan | null>,
  ): Promise<void> {
    const records = [...scans].map(([number, value]) => ({ id: scanId(countId, number), value }));
    return this.#documents.save("countScans", connectionId, records);
  }

  async list<L extends keyof CountLists>(
    connectionId: string,
    countId: string,
    list: L,
  ): Promise<CountLists[L]> {
    const parts = await this.#documents.read("countLists", connectionId, `${countId}/${list}/`);
    return rowsOf(list, [...parts.values()]);
  }

  /**
   * Reads a list of a team's count.
   * @param number the number of parts that the list has.
   * @returns null if fewer parts have arrived.
   */
  async wholeList<L extends keyof CountLists>(
    connectionId: string,
    countId: string,
    list: L,
    number: number,
  ): Promise<CountLists[L] | null> {
    const parts = await this.#documents.read("countLists", connectionId, `${countId}/${list}/`);
    return parts.size < number ? null : rowsOf(list, [...parts.values()]);
  }

  /**
   * A closed count with its findings.
   * @throws AppFailure `invalid_input` if the count is open or was deleted, or if a team's result has not arrived
   * completely.
   */
  async result(
    connectionId: string,
    countId: string,
  ): Promise<{ readonly count: Count; readonly findings: readonly Finding[] }> {
    // Another workstation may replace the list between the two reads, so they are repeated until they match.
    for (let former: string | null = null; ;) {
      const count = await this.count(connectionId, countId);
      if (!count) throw invalidInput(COUNT_ERRORS.deleted);
      if (count.closedAt === null) throw invalidInput(COUNT_ERRORS.noResult);
      const { list = "findings", parts = 0 } = count.team?.result ?? {};
      const findings = await this.wholeList(connectionId, countId, list as FindingsName, parts);
      if (findings) return { count, findings };
      if (list === former) throw invalidInput(COUNT_ERRORS.resultIncomplete);
      former = list;
    }
  }

  /** Replaces lists of a count, all in one transaction. @returns the number of parts of each list, by name. */
  async saveLists(
    connectionId: string,
    countId: string,
    lists: Partial<CountLists>,
  ): Promise<ReadonlyMap<string, number>> {
    const records = new Map<string, CountPart | null>();
    const numbers = new Map<string, number>();
    for (const [list, rows = []] of Object.entries(lists)) {
      const former = await this.#documents.read("countLists", connectionId, `${countId}/${list}/`);
      for (const id of former.keys()) records.set(id, null);
      const parts = partsOf<ExpectedRow | Finding>(rows);
      numbers.set(list, parts.length);
      for (const [at, part] of parts.entries())
        records.set(`${countId}/${list}/${padded(at)}`, {
          of: kindOf(list),
          rows: part,
        } as unknown as CountPart);
    }
    await this.#save("countLists", connectionId, records);
    return numbers;
  }

  /** The number of the parts of a list. */
  async parts(connectionId: string, countId: string, list: keyof CountLists): Promise<number> {
    return (await this.#documents.read("countLists", connectionId, `${countId}/${list}/`)).size;
  }

  /** Deletes all former lists of findings of a team's count. @param list the name of the present list. */
  async deleteFormerFindings(connectionId: string, countId: string, list: string): Promise<void> {
    const all = await this.#documents.read("countLists", connectionId, `${countId}/findings`);
    const former = [...all.keys()].filter((id) => !id.startsWith(`${countId}/${list}/`));
    await this.#save("countLists", connectionId, new Map(former.map((id) => [id, null])));
  }

  /**
   * Deletes a count with its scans and lists. The count itself is deleted last, so that the deletion can be
   * repeated after a failure.
   */
  async delete(connectionId: string, countId: string): Promise<void> {
    for (const document of ["countScans", "countLists"] as const)
      await this.#deleteAll(document, connectionId, `${countId}/`);
    await this.#documents.save("counts", connectionId, [{ id: countId, value: null }]);
  }

  async #deleteAll(document: DocumentName, connectionId: string, prefix: string): Promise<void> {
    const ids = [...(await this.#documents.read(document, connectionId, prefix)).keys()];
    await this.#save(document, connectionId, new Map(ids.map((id) => [id, null])));
  }

  #save<N extends DocumentName>(
    document: N,
    connectionId: string,
    records: ReadonlyMap<string, RecordOf<N> | null>,
  ): Promise<void> {
    return this.#documents.save(
      document,
      connectionId,
      [...records].map(([id, value]) => ({ id, value })),
    );
  }
}

/** Scans in the order of their numbers. */
export const byNumber = (scans: Iterable<readonly [number, CountScan]>): Map<number, CountScan> =>
  new Map([...scans].toSorted(([one], [other]) => one - other));

/** Divides rows into parts that fit into one record each. */
function partsOf<Row>(rows: readonly Row[]): readonly (readonly Row[])[] {
  const parts: Row[][] = [];
  let room = 0;
  for (const row of rows) {
    const characters = JSON.stringify(row).length + 1;
    const last = parts.at(-1);
    if (last && last.length < ROWS_IN_LIST && characters <= room) last.push(row);
    else {
      parts.push([row]);
      room = CHARACTERS_IN_LIST;
    }
    room -= characters;
  }
  return parts;
}

function rowsOf<L extends keyof CountLists>(list: L, parts: readonly CountPart[]): CountLists[L] {
  const rows = parts.flatMap((part): readonly (ExpectedRow | Finding)[] =>
    part.of === kindOf(list) ? part.rows : [],
  );
  return rows as unknown as CountLists[L];
}

const kindOf = (list: string): CountPart["of"] => (list === "expected" ? "expected" : "findings");
/** The number in the id of a scan. Null for an id of another form, which a record of a team may have. */
function numberOfScan(id: string): number | null {
  const number = Number(id.slice(id.indexOf("/") + 1));
  return Number.isSafeInteger(number) && number > 0 ? number : null;
}

/** Writes a number with at least six digits. So parts sort in their order. */
const padded = (number: number): string => String(number).padStart(6, "0");
const scanId = (countId: string, number: number): string => `${countId}/${padded(number)}`;
