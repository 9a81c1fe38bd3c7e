import type { CallInput } from "../../../shared/contract/contract.ts";
import { invalidInput } from "../../../shared/base/errors.ts";
import type { ItemState, SeenChange } from "../../../shared/features/counts/reconcile.ts";
import { textsOfScan } from "../../../shared/features/scanner/scan-pattern.ts";
import { MAX_FOUND } from "../../../shared/features/scanner/scanner.ts";
import { runTask, type ThreadTask } from "../../store/database/worker-rpc.ts";
import type { ReadingContext } from "../../index/reading-context.ts";
import type { OpenCopy } from "../../index/inventory-store.ts";
import type { ConnectionDocuments } from "../../store/user-data/connection-documents.ts";
import { COUNT_ERRORS } from "./messages.ts";
import { LOOK_UP_ITEMS, READ_ITEM_STATES, READ_REFERENCES, type CountBegin } from "./count-tasks.ts";

/** The part of the open copy that counts read. */
export class CountCopy {
  readonly #current: OpenCopy;
  readonly #documents: ConnectionDocuments;

  constructor(current: OpenCopy, documents: ConnectionDocuments) {
    [this.#current, this.#documents] = [current, documents];
  }

  /**
   * The present items of the local copy, with their changes since a count began.
   * @param until ISO 8601; changes that were certainly made later are left out. Null for no limit.
   */
  async states(
    connectionId: string,
    ids: readonly string[],
    { startedAt, changeNumber }: CountBegin,
    until: string | null = null,
  ): Promise<ReadonlyMap<string, ItemState>> {
    const states = await this.read(connectionId, READ_ITEM_STATES, {
      ids,
      since: { startedAt, changeNumber },
    });
    const end = until === null ? Number.POSITIVE_INFINITY : Date.parse(until);
    const isDuring = ({ after }: SeenChange): boolean => after === null || Date.parse(after) < end;
    return new Map(
      states.map((state) => [state.item.id, { ...state, changes: state.changes.filter(isDuring) }]),
    );
  }

  /** The material types and the names of the locations, by id. */
  async references(connectionId: string) {
    const { types, locations } = await this.read(connectionId, READ_REFERENCES, undefined);
    return {
      types: new Map(types.map((type) => [type.id, type])),
      locations: new Map(locations.map(({ id, name }) => [id, name])),
    };
  }

  /** Runs a task on the open copy. @throws AppFailure `invalid_input` if the connection has no open copy. */
  async read<Input, Output>(
    connectionId: string,
    task: ThreadTask<ReadingContext, Input, Output>,
    input: Input,
  ): Promise<Output> {
    const store = this.#current.storeOf(connectionId);
    if (!store) throw invalidInput(COUNT_ERRORS.noData);
    return runTask(store.reader, task, input);
  }

  /** Finds the items that scanned texts mean, or that were chosen by id. */
  async lookUp(connectionId: string, entries: CallInput<"countItems">["entries"]) {
    const pattern = await this.#documents.readSingle("scanPattern", connectionId);
    const scans = entries.map(({ text, itemId }) =>
      itemId === null ? textsOfScan(pattern, text) : [itemId],
    );
    return this.read(connectionId, LOOK_UP_ITEMS, { scans, limit: MAX_FOUND });
  }
}
