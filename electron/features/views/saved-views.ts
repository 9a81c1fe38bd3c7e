import { randomUUID } from "node:crypto";
import type { HandlersOf } from "../../../shared/contract/declarations.ts";
import type { CallInput, PushPayload } from "../../../shared/contract/contract.ts";
import { invalidInput } from "../../../shared/base/errors.ts";
import { parseJson } from "../../../shared/base/text/json.ts";
import { readTeamValues } from "../../../shared/contract/team-documents.ts";
import { sameName, uniqueName } from "../../../shared/base/text/unique-name.ts";
import type { VIEW_CALLS } from "../../../shared/features/views/view-calls.ts";
import {
  viewFileName,
  viewFileText,
  isViewLink,
  MAX_VIEW_FILE,
} from "../../../shared/features/views/view-share.ts";
import { MAX_VIEW_NAME, savedViewSchema, type SavedView } from "../../../shared/query/views/views.ts";
import type { SaveFile } from "../../base/files.ts";
import { TEAM_VIEWS } from "../../../shared/features/team/team-kinds.ts";
import type { ViewRow, ViewStore } from "./view-table.ts";
import { oneAtATime } from "../../base/one-at-a-time.ts";
import type { PushBus } from "../../base/push-bus.ts";

interface SavedViewsOptions {
  readonly store: ViewStore;
  /** @throws AppFailure `invalid_input` if there is no such profile. */
  readonly requireProfile: (profileId: string) => void;
  /** Called with a profile's views after each change. */
  readonly onChange: (views: PushPayload<"views">) => void;
}

/** The user's views in every profile. Changes run one after the other, so that names stay unique. */
export class SavedViews {
  readonly #options: SavedViewsOptions;
  readonly #change = oneAtATime();

  constructor(options: SavedViewsOptions) {
    this.#options = options;
  }

  /**
   * A profile's views, each resource's in their order, and the team's after them. Damaged views and those of a newer
   * version are left out.
   */
  async list(profileId: string): Promise<SavedView[]> {
    const { store } = this.#options;
    const [rows, team] = await Promise.all([store.views(profileId), store.teamValues(profileId, TEAM_VIEWS)]);
    return [...rows.flatMap(readView), ...readTeamViews(team, profileId)];
  }

  /** Passes a profile's views on after a change by its team. */
  async changed(profileId: string): Promise<void> {
    this.#options.onChange({ profileId, views: await this.list(profileId) });
  }

  /** Adds a view at the end, with a number if its name is taken. */
  create({ profileId, resource, name, definition }: CallInput<"createView">): Promise<SavedView> {
    return this.#changing(profileId, async () => {
      const taken = await this.#names(profileId, resource);
      const view: SavedView = {
        id: randomUUID(),
        profileId,
        resource,
        name: uniqueName(name, taken, MAX_VIEW_NAME),
        definition,
      };
      await this.#options.store.addView({ ...view, definition: JSON.stringify(definition) });
      return view;
    });
  }

  save({ profileId, id, definition }: CallInput<"saveView">): Promise<void> {
    return this.#changing(profileId, async () => {
      await this.#require(profileId, id);
      await this.#options.store.saveView(id, JSON.stringify(definition));
    });
  }

  /** @throws AppFailure `invalid_input` if another view of the same table has the name. */
  rename({ profileId, id, name }: CallInput<"renameView">): Promise<void> {
    return this.#changing(profileId, async () => {
      const { resource } = await this.#require(profileId, id);
      if ((await this.#names(profileId, resource, id)).some((other) => sameName(other, name)))
        throw invalidInput(`Another view is called “${name}” already.`);
      await this.#options.store.renameView(id, name);
    });
  }

  /** Moves a view before another one, or to the end. */
  move({ profileId, id, before }: CallInput<"moveView">): Promise<void> {
    return this.#changing(profileId, async () => {
      await this.#require(profileId, id);
      await this.#options.store.moveView(id, before);
    });
  }

  /** Deletes a view; `restore` undoes that until the app ends. */
  delete({ profileId, id }: CallInput<"deleteView">): Promise<void> {
    return this.#changing(profileId, async () => {
      await this.#require(profileId, id);
      await this.#options.store.setViewDeleted(id, true);
    });
  }

  /** Restores a deleted view to its place, with a number if its name is taken. */
  restore({ profileId, id }: CallInput<"restoreView">): Promise<void> {
    return this.#changing(profileId, async () => {
      const { resource, name } = await this.#require(profileId, id);
      const free = uniqueName(name, await this.#names(profileId, resource, id), MAX_VIEW_NAME);
      if (free !== name) await this.#options.store.renameView(id, free);
      await this.#options.store.setViewDeleted(id, false);
    });
  }

  #changing<T>(profileId: string, work: () => Promise<T>): Promise<T> {
    return this.#change(async () => {
      this.#options.requireProfile(profileId);
      const value = await work();
      await this.changed(profileId);
      return value;
    });
  }

  /** The names of a table's views, except one view's. */
  async #names(profileId: string, resource: SavedView["resource"], except?: string): Promise<string[]> {
    const rows = await this.#options.store.views(profileId);
    return rows.filter((row) => row.resource === resource && row.id !== except).map(({ name }) => name);
  }

  async #require(profileId: string, id: string): Promise<ViewRow> {
    const { store } = this.#options;
    const row = await store.findView(id);
    if (!row && typeof (await store.teamValues(profileId, TEAM_VIEWS)).get(id) === "string")
      throw invalidInput("This view is the team's. Duplicate it, and change the copy.");
    if (row?.profileId !== profileId) throw invalidInput("There is no such view any more.");
    return row;
  }
}

/** A team's views among its records. Those of a newer version are left out. */
export const readTeamViews = (
  values: Iterable<readonly [id: string, value: string | null]>,
  profileId: string,
): SavedView[] =>
  [...readTeamValues(TEAM_VIEWS, values)].map(([id, view]) => ({ ...view, id, profileId, isTeams: true }));

function readView(row: ViewRow): SavedView[] {
  const parsed = savedViewSchema.safeParse({ ...row, definition: parseJson(row.definition) });
  return parsed.success ? [parsed.data] : [];
}

interface ViewHandlerParts {
  readonly views: SavedViews;
  readonly viewLink: ViewLink;
  readonly startup: { readonly opened: Promise<void> };
  readonly saveFile: SaveFile;
}

/** The handlers of views, and of sharing them. */
export function viewHandlers({ views, viewLink, startup: { opened }, saveFile }: ViewHandlerParts) {
  return {
    listViews: ({ profileId }) => views.list(profileId),
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

/**
 * Keeps a view that another program opened until a page takes it. It is a link to a view, or the text of a view's file.
 */
export class ViewLink {
  readonly #events: PushBus;
  #text: string | null = null;

  constructor(events: PushBus) {
    this.#events = events;
  }

  /** Keeps a link, and asks the window's page to take it. Other texts than links to views are ignored. */
  open(link: string, window?: number): void {
    if (isViewLink(link)) this.#keep(link, window);
  }

  /** Keeps the text of a file in the same way. The page reports a text that is not a view. */
  openFile(text: string, window?: number): void {
    // One extra character is enough for a refusal. It is not a space, which the page would not count.
    this.#keep(text.length > MAX_VIEW_FILE ? `${text.slice(0, MAX_VIEW_FILE)}…` : text, window);
  }

  #keep(text: string, window?: number): void {
    this.#text = text;
    this.#events.emit("command", { name: "viewLink" }, window);
  }

  /** Returns the link or the text once. */
  take(): string | null {
    const text = this.#text;
    this.#text = null;
    return text;
  }
}
