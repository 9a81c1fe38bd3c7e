import { VIEW_ERRORS } from "./messages.ts";
import { randomUUID } from "node:crypto";
import type { z } from "zod";
import type { HandlersOf } from "../../../shared/contract/declarations.ts";
import type { CallInput, PushPayload } from "../../../shared/contract/contract.ts";
import { invalidInput } from "../../../shared/base/errors.ts";
import { parseJson } from "../../../shared/base/text/json.ts";
import { readTeamValues } from "../../../shared/contract/team-documents.ts";
import { sameName, uniqueName } from "../../../shared/base/text/unique-name.ts";
import { VIEWS, type VIEW_CALLS } from "../../../shared/features/views/view-calls.ts";
import {
  viewFileName,
  viewFileText,
  isViewLink,
  MAX_VIEW_FILE,
} from "../../../shared/features/views/view-share.ts";
import { MAX_VIEW_NAME, type SavedView } from "../../../shared/query/views/views.ts";
import type { SaveFile } from "../../base/files.ts";
import type { Remote } from "../../store/database/worker-rpc.ts";
import type { RecordRow } from "../../store/user-data/own-records.ts";
import type { UserDatabase } from "../../store/user-data/user-database.ts";
import { oneAtATime } from "../../base/one-at-a-time.ts";
import type { PushBus } from "../../base/push-bus.ts";

/** The part of the user data's thread that views need. */
export type ViewStore = Pick<
  Remote<UserDatabase>,
  "ownInOrder" | "findOwn" | "saveOwn" | "moveOwn" | "setOwnDeleted" | "teamValues"
>;

interface SavedViewsOptions {
  readonly store: ViewStore;
  /** Checks that a connection exists. @throws AppFailure `invalid_input` if there is no such connection. */
  readonly requireConnection: (connectionId: string) => void;
  /** Called with a connection's views after each change. */
  readonly onChange: (views: PushPayload<"views">) => void;
}

/** The user's views in all connections. Changes run one after another, so that names stay unique. */
export class SavedViews {
  readonly #options: SavedViewsOptions;
  readonly #change = oneAtATime();

  constructor(options: SavedViewsOptions) {
    this.#options = options;
  }

  /**
   * A connection's views: the user's views of each resource in their order, then the team's views. Damaged views and
   * views from a newer version are left out.
   */
  list(connectionId: string): Promise<SavedView[]> {
    return readViews(this.#options.store, connectionId);
  }

  /** Publishes a connection's views after its team changed views. */
  async changed(connectionId: string): Promise<void> {
    this.#options.onChange({ connectionId, views: await this.list(connectionId) });
  }

  /** Adds a view at the end. If its name is taken, a number is added to it. */
  create({ connectionId, resource, name, definition }: CallInput<"createView">): Promise<SavedView> {
    return this.#changing(connectionId, async () => {
      const own = await this.#options.store.ownInOrder(connectionId, VIEWS.name);
      if (own.length >= VIEWS.maxRecords) throw invalidInput(VIEWS.tooMany);
      const taken = namesOf(readOwnViews(own, connectionId), resource);
      const view = { resource, name: uniqueName(name, taken, MAX_VIEW_NAME), definition };
      const id = randomUUID();
      await this.#save(connectionId, id, view);
      return { id, connectionId, ...view };
    });
  }

  save({ connectionId, id, definition }: CallInput<"saveView">): Promise<void> {
    return this.#changing(connectionId, async () => {
      await this.#save(connectionId, id, { ...(await this.#require(connectionId, id)), definition });
    });
  }

  /** Renames a view. @throws AppFailure `invalid_input` if another view of the same table has the name. */
  rename({ connectionId, id, name }: CallInput<"renameView">): Promise<void> {
    return this.#changing(connectionId, async () => {
      const view = await this.#require(connectionId, id);
      if ((await this.#names(connectionId, view.resource, id)).some((other) => sameName(other, name)))
        throw invalidInput(VIEW_ERRORS.nameTaken({ name }));
      await this.#save(connectionId, id, { ...view, name });
    });
  }

  /** Moves a view before another view, or to the end. */
  move({ connectionId, id, before }: CallInput<"moveView">): Promise<void> {
    return this.#changing(connectionId, async () => {
      await this.#require(connectionId, id);
      await this.#options.store.moveOwn(connectionId, VIEWS.name, id, before);
    });
  }

  /** Deletes a view; `restore` restores it until the app ends. */
  delete({ connectionId, id }: CallInput<"deleteView">): Promise<void> {
    return this.#changing(connectionId, async () => {
      await this.#require(connectionId, id);
      await this.#options.store.setOwnDeleted(connectionId, VIEWS.name, id, true);
    });
  }

  /** Restores a deleted view at its former place. If its name is taken, a number is added to it. */
  restore({ connectionId, id }: CallInput<"restoreView">): Promise<void> {
    return this.#changing(connectionId, async () => {
      const view = await this.#require(connectionId, id);
      const taken = await this.#names(connectionId, view.resource, id);
      const name = uniqueName(view.name, taken, MAX_VIEW_NAME);
      if (name !== view.name) await this.#save(connectionId, id, { ...view, name });
      await this.#options.store.setOwnDeleted(connectionId, VIEWS.name, id, false);
    });
  }

  #changing<T>(connectionId: string, work: () => Promise<T>): Promise<T> {
    return this.#change(async () => {
      this.#options.requireConnection(connectionId);
      const value = await work();
      await this.changed(connectionId);
      return value;
    });
  }

  #save(connectionId: string, id: string, view: ViewRecord): Promise<void> {
    return this.#options.store.saveOwn(connectionId, VIEWS.name, { id, value: JSON.stringify(view) });
  }

  /** The names of all views of a table, except one view. */
  async #names(
    connectionId: string,
    resource: SavedView["resource"],
    except?: string,
  ): Promise<readonly string[]> {
    const own = await this.#options.store.ownInOrder(connectionId, VIEWS.name);
    return namesOf(readOwnViews(own, connectionId), resource, except);
  }

  async #require(connectionId: string, id: string): Promise<ViewRecord> {
    const { store } = this.#options;
    const own = readView(await store.findOwn(connectionId, VIEWS.name, id));
    if (own) return own;
    if (typeof (await store.teamValues(connectionId, VIEWS.name)).get(id) === "string")
      throw invalidInput(VIEW_ERRORS.teams);
    throw invalidInput(VIEW_ERRORS.notThere);
  }
}

const namesOf = (
  views: readonly SavedView[],
  resource: SavedView["resource"],
  except?: string,
): readonly string[] =>
  views.filter((view) => view.resource === resource && view.id !== except).map(({ name }) => name);

type ViewRecord = z.infer<typeof VIEWS.record>;

/** Reads a view from its stored text. The limits for a team's views do not apply to the user's own views. */
const readView = (text: string | null): ViewRecord | undefined =>
  VIEWS.record.safeParse(parseJson(text)).data;

/** The views of a connection: the user's views in their order, then the team's views. */
export async function readViews(
  store: Pick<ViewStore, "ownInOrder" | "teamValues">,
  connectionId: string,
): Promise<SavedView[]> {
  const [own, team] = await Promise.all([
    store.ownInOrder(connectionId, VIEWS.name),
    store.teamValues(connectionId, VIEWS.name),
  ]);
  return [...readOwnViews(own, connectionId), ...readTeamViews(team, connectionId)];
}

/** The user's own views. Damaged views and views from a newer version are left out. */
export const readOwnViews = (rows: readonly RecordRow[], connectionId: string): SavedView[] =>
  rows.flatMap(({ id, value }) => {
    const view = readView(value);
    return view ? [{ ...view, id, connectionId }] : [];
  });

/** Reads a team's views from its records. Views from a newer version are left out. */
export const readTeamViews = (
  values: Iterable<readonly [id: string, value: string | null]>,
  connectionId: string,
): SavedView[] =>
  [...readTeamValues(VIEWS.name, values)].map(([id, view]) => ({ ...view, id, connectionId, isTeams: true }));

interface ViewHandlerParts {
  readonly views: SavedViews;
  readonly viewLink: ViewLink;
  readonly startup: { readonly opened: Promise<void> };
  readonly saveFile: SaveFile;
}

/** The handlers of views, and of sharing them. */
export function viewHandlers({ views, viewLink, startup: { opened }, saveFile }: ViewHandlerParts) {
  return {
    listViews: ({ connectionId }) => views.list(connectionId),
    createView: (input) => opened.then(() => views.create(input)),
    saveView: (input) => opened.then(() => views.save(input)),
    renameView: (input) => opened.then(() => views.rename(input)),
    moveView: (input) => opened.then(() => views.move(input)),
    deleteView: (input) => opened.then(() => views.delete(input)),
    restoreView: (input) => opened.then(() => views.restore(input)),
    exportView: (view) => saveFile(viewFileName(view), () => viewFileText(view)),
    takeViewLink: () => viewLink.take(),
  } satisfies HandlersOf<typeof VIEW_CALLS>;
}

/** Keeps a view that another program opened until a page takes it. The view is a link, or the text of a view file. */
export class ViewLink {
  readonly #events: PushBus;
  #text: string | null = null;

  constructor(events: PushBus) {
    this.#events = events;
  }

  /** Keeps a link, and makes the page of a window take it. Texts that are not links to views are ignored. */
  open(link: string, window?: number): void {
    if (isViewLink(link)) this.#keep(link, window);
  }

  /** Keeps the text of a view file like a link. If the text is not a view, the page reports this. */
  openFile(text: string, window?: number): void {
    // One character too many is enough for a refusal. It must not be a space, because the page does not count spaces at
    // the ends.
    this.#keep(text.length > MAX_VIEW_FILE ? `${text.slice(0, MAX_VIEW_FILE)}…` : text, window);
  }

  #keep(text: string, window?: number): void {
    this.#text = text;
    this.#events.emit("command", { name: "viewLink" }, window);
  }

  /** Returns the link or the text; null at further calls. */
  take(): string | null {
    const text = this.#text;
    this.#text = null;
    return text;
  }
}
