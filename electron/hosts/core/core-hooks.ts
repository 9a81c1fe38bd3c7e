import type { DocumentName } from "../../../shared/contract/documents.ts";
import type { AlertNotice } from "../../features/alerts/alert-monitor.ts";
import type { RefreshedCopy } from "../../features/connections/background-refresh.ts";
import type { TeamNews } from "../../features/team/team-exchange.ts";

/** An event of a service. Services that are made later add functions, which run after the event. */
class Hook<Args extends readonly unknown[]> {
  readonly #functions: ((...args: Args) => Promise<void> | void)[] = [];

  add(act: (...args: Args) => Promise<void> | void): void {
    this.#functions.push(act);
  }

  /** Calls the functions in the order in which they were added, and awaits each. @throws the first failure. */
  readonly run = async (...args: Args): Promise<void> => {
    for (const act of this.#functions) await act(...args);
  };
}

/** The events of services for the services that are made after them. A service awaits its event. */
export class CoreHooks {
  /** Records of a document were saved, or changed by the team. A change by the team has no ids. */
  readonly records = new Hook<[connectionId: string, document: DocumentName, ids: readonly string[]]>();
  /** The user saved records. Records of the team now wait to be sent. */
  readonly saved = new Hook<[connectionId: string]>();
  readonly teamRecords = new Hook<[connectionId: string, news: TeamNews]>();
  /** A connection that is not open was refreshed. */
  readonly refreshed = new Hook<[refreshed: RefreshedCopy]>();
  readonly notices = new Hook<[notice: AlertNotice]>();
  /** The state of a message changed. `source` is its owner, such as a schedule. */
  readonly mailed = new Hook<[source: string]>();
}
