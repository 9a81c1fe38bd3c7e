import { readTeamValue } from "../../../../shared/contract/team-documents.ts";
import { MAX_TEAM_PAGE } from "../../../../shared/features/team/team-protocol.ts";
import type { ServedStore } from "../serving/served-store.ts";

/** A record of the team, kept in memory. */
export interface MirroredRecord {
  /** The value as JSON; null if the record is deleted or cannot be read. */
  readonly value: string | null;
  readonly version: number;
}

const NO_RECORDS: ReadonlyMap<string, MirroredRecord> = new Map();

/** The team's records in a collector's memory, limited to the documents that its work needs. */
export class TeamMirror {
  readonly #documents: ReadonlySet<string>;
  readonly #records = new Map<string, Map<string, MirroredRecord>>();
  #last = 0;

  /** @param documents the documents to keep in memory. */
  constructor(documents: Iterable<string>) {
    this.#documents = new Set(documents);
  }

  /** The records of a document by id, including deleted records. */
  of(document: string): ReadonlyMap<string, MirroredRecord> {
    return this.#records.get(document) ?? NO_RECORDS;
  }

  /** The values of a document, by id. */
  values(document: string): ReadonlyMap<string, string> {
    return new Map(
      [...this.of(document)].flatMap(([id, { value }]) => (value === null ? [] : [[id, value]])),
    );
  }

  /** Reads the records that are new in the store. @returns the documents that changed. */
  async refresh(store: Pick<ServedStore, "teamRecords">): Promise<ReadonlySet<string>> {
    const changed = new Set<string>();
    for (let all = this.#last === 0; ;) {
      const page = await store.teamRecords(this.#last, MAX_TEAM_PAGE, all);
      if (typeof page === "string") {
        // The store was restored, or this mirror is too old to learn of all deletions, so it begins again.
        for (const document of this.#records.keys()) changed.add(document);
        this.#records.clear();
        this.#last = 0;
        all = true;
        continue;
      }
      for (const { document, id, value, version } of page.records)
        if (this.#documents.has(document)) {
          changed.add(document);
          // A value that cannot be read is treated as absent.
          const isReadable = readTeamValue(document, id, value) !== undefined;
          this.#set(document, id, { value: isReadable ? value : null, version });
        }
      this.#last = page.last;
      if (!page.more) return changed;
    }
  }

  #set(document: string, id: string, record: MirroredRecord): void {
    const records = this.#records.get(document) ?? new Map<string, MirroredRecord>();
    this.#records.set(document, records);
    records.set(id, record);
  }
}
