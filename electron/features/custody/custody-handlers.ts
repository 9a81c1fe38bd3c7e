import type { HandlersOf } from "../../../shared/contract/calls.ts";
import type { CUSTODY_CALLS } from "../../../shared/features/custody/custody-calls.ts";
import { NO_USUAL_TIMES } from "../../../shared/features/custody/usual-times.ts";
import { readOpenCopy, type OpenCopy } from "../../store/store-client.ts";
import { READ_USUAL_TIMES } from "./custody-tasks.ts";
import type { ItemNotes } from "./item-notes.ts";

interface CustodyHandlerParts {
  readonly connections: { readonly current: OpenCopy };
  readonly itemNotes: ItemNotes;
  readonly startup: { readonly opened: Promise<void> };
}

/** Checked-out items: how long they usually are out, and notes on them. */
export function custodyHandlers({
  connections: { current },
  itemNotes,
  startup: { opened },
}: CustodyHandlerParts) {
  return {
    queryUsualTimes: ({ profileId }) =>
      readOpenCopy(current, profileId, READ_USUAL_TIMES, undefined, NO_USUAL_TIMES),
    listItemNotes: (input) => itemNotes.list(input),
    saveItemNote: (input) => opened.then(() => itemNotes.save(input)),
    deleteItemNote: (input) => opened.then(() => itemNotes.delete(input)),
  } satisfies HandlersOf<typeof CUSTODY_CALLS>;
}
