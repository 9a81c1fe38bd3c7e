import type { DocumentName } from "../../../shared/contract/documents.ts";
import type { AlertNotice } from "../../features/alerts/alert-monitor.ts";
import type { RefreshedCopy } from "../../features/connections/background-refresh.ts";
import type { TeamNews } from "../../features/team/team-exchange.ts";

/** An event of a service. Services that are created later add functions that run at the event. */
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

/** The events of services, for services that are created after them. A service waits until its event is handled. */
export class CoreHooks {
  /** Records of a document were saved, or the team changed them. After a change by the team there are no ids. */
  readonly records = new Hook<[connectionId: string, document: DocumentName, ids: readonly string[]]>();
  /** The user saved records. If they belong to the team, they must now be sent. */
  readonly saved = new Hook<[connectionId: string]>();
  readonly teamRecords = new Hook<[connectionId: string, news: TeamNews]>();
  /** A connection that is not open was refreshed. */
  readonly refreshed = new Hook<[refreshed: RefreshedCopy]>();
  readonly notices = new Hook<[notice: AlertNotice]>();
  /** The state of a message changed. `source` is the source of the message, such as a schedule. */
  readonly mailed = new Hook<[source: string]>();
}
