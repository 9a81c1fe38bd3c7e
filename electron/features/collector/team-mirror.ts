import { MAX_TEAM_PAGE } from "../../../shared/features/team/team-protocol.ts";
import type { ServedStore } from "./served-store.ts";

/** A record of the team that is not deleted. */
export interface MirroredRecord {
  /** JSON. */
  readonly value: string;
  readonly version: number;
}

const NO_RECORDS: ReadonlyMap<string, MirroredRecord> = new Map();

/** The team's records in a collector's memory, as far as its work depends on them. */
export class TeamMirror {
  readonly #documents: ReadonlySet<string>;
  readonly #records = new Map<string, Map<string, MirroredRecord>>();
  #last = 0;

  /** @param documents those to keep in memory. */
  constructor(documents: Iterable<string>) {
    this.#documents = new Set(documents);
  }

  /** The records of a document, by id. */
  of(document: string): ReadonlyMap<string, MirroredRecord> {
    return this.#records.get(document) ?? NO_RECORDS;
  }

  /** The values of a document, by id. */
  values(document: string): ReadonlyMap<string, string> {
    return new Map([...this.of(document)].map(([id, { value }]) => [id, value]));
  }

  /** Reads the records that are new in the store. @returns the documents that have changed. */
  async refresh(store: Pick<ServedStore, "teamRecords">): Promise<ReadonlySet<string>> {
    const changed = new Set<string>();
    for (;;) {
      const page = await store.teamRecords(this.#last, MAX_TEAM_PAGE, this.#last === 0);
      if (typeof page === "string") {
        // The store was restored, or this mirror is too old for deletions.
        for (const document of this.#records.keys()) changed.add(document);
        this.#records.clear();
        this.#last = 0;
        continue;
      }
      for (const { document, id, value, version } of page.records)
        if (this.#documents.has(document)) {
          changed.add(document);
          this.#set(document, id, value === null ? null : { value, version });
        }
      this.#last = page.last;
      if (!page.more) return changed;
    }
  }

  #set(document: string, id: string, record: MirroredRecord | null): void {
    const records = this.#records.get(document) ?? new Map<string, MirroredRecord>();
    this.#records.set(document, records);
    if (record) records.set(id, record);
    else records.delete(id);
  }
}
