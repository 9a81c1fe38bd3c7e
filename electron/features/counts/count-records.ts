import type { DocumentName, RecordOf } from "../../../shared/contract/documents.ts";
import { ROWS_IN_LIST, type Count, type CountScan } from "../../../shared/features/counts/count-records.ts";
import type { ExpectedRow, Finding } from "../../../shared/features/counts/reconcile.ts";
import type { ConnectionDocuments } from "../../store/user-data/connection-documents.ts";

/** The rows of a count, by the list that they are in. */
interface CountLists {
  readonly expected: readonly ExpectedRow[];
  readonly findings: readonly Finding[];
}

/** Reads and writes the records of counts: the counts themselves, their scans, and their lists in parts. */
export class CountRecords {
  readonly #documents: ConnectionDocuments;

  constructor(documents: ConnectionDocuments) {
    this.#documents = documents;
  }

  async count(profileId: string, countId: string): Promise<Count | null> {
    return (await this.#documents.read("counts", profileId, countId)).get(countId) ?? null;
  }

  saveCount(profileId: string, countId: string, count: Count): Promise<void> {
    return this.#documents.save("counts", profileId, [{ id: countId, value: count }]);
  }

  /** The scans of a count, by their numbers and in their order. */
  async scans(profileId: string, countId: string): Promise<Map<number, CountScan>> {
    const records = await this.#documents.read("countScans", profileId, `${countId}/`);
    return new Map([...records].map(([id, scan]) => [Number(id.slice(countId.length + 1)), scan]));
  }

  /** Saves scans by their numbers, and deletes those that are null. */
  saveScans(profileId: string, countId: string, scans: ReadonlyMap<number, CountScan | null>): Promise<void> {
    const records = [...scans].map(([number, value]) => ({ id: scanId(countId, number), value }));
    return this.#documents.save("countScans", profileId, records);
  }

  async list<L extends keyof CountLists>(
    profileId: string,
    countId: string,
    list: L,
  ): Promise<CountLists[L]> {
    const parts = await this.#documents.read("countLists", profileId, `${countId}/${list}/`);
    return [...parts.values()].flatMap((part) =>
      part.of === list ? (part.rows as readonly (ExpectedRow | Finding)[]) : [],
    ) as unknown as CountLists[L];
  }

  /** Replaces lists of a count, all in one transaction. */
  async saveLists(profileId: string, countId: string, lists: Partial<CountLists>): Promise<void> {
    const parts = new Map<string, RecordOf<"countLists"> | null>();
    for (const [list, rows] of Object.entries(lists)) {
      const former = await this.#documents.read("countLists", profileId, `${countId}/${list}/`);
      for (const id of former.keys()) parts.set(id, null);
      for (let at = 0; at < rows.length; at += ROWS_IN_LIST)
        parts.set(`${countId}/${list}/${padded(at / ROWS_IN_LIST)}`, {
          of: list,
          rows: rows.slice(at, at + ROWS_IN_LIST),
        } as RecordOf<"countLists">);
    }
    const records = [...parts].map(([id, value]) => ({ id, value }));
    await this.#documents.save("countLists", profileId, records);
  }

  /** Deletes a count with its scans and lists. The count itself is deleted last, so that a failure can be repeated. */
  async delete(profileId: string, countId: string): Promise<void> {
    for (const document of ["countScans", "countLists"] as const)
      await this.#deleteAll(document, profileId, `${countId}/`);
    await this.#documents.save("counts", profileId, [{ id: countId, value: null }]);
  }

  async #deleteAll(document: DocumentName, profileId: string, prefix: string): Promise<void> {
    const ids = [...(await this.#documents.read(document, profileId, prefix)).keys()];
    await this.#documents.save(
      document,
      profileId,
      ids.map((id) => ({ id, value: null })),
    );
  }
}

/** Numbers have six digits, so that ids are in their order. */
const padded = (number: number): string => String(number).padStart(6, "0");
const scanId = (countId: string, number: number): string => `${countId}/${padded(number)}`;
