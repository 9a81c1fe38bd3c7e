import type { SaveFile } from "../../../base/save-file.ts";
import type { UnfinishedWork } from "../../../features/updates/app-updates.ts";
import type { CoreOptions } from "../core-options.ts";
import type { CoreServices } from "../core-services.ts";
import type { ViewLink } from "../../../features/views/view-link.ts";

/** The parts that the handlers of all topics share. */
export interface HandlerParts extends CoreServices {
  readonly options: CoreOptions;
  readonly viewLink: ViewLink;
  readonly saveFile: SaveFile;
  /** The work that the end of the app would interrupt; null if there is none. */
  readonly unfinished: () => UnfinishedWork | null;
  /** Runs one change of the open connection at a time: two windows must not open and close one folder at once. */
  readonly change: <T>(work: () => Promise<T>) => Promise<T>;
}
