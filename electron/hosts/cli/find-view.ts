import fs from "node:fs";
import path from "node:path";
import { BUILT_IN_VIEWS } from "../../../shared/query/views/built-in-views.ts";
import { AppFailure, QueryError } from "../../../shared/base/errors.ts";
import type { Query } from "../../../shared/query/query.ts";
import { connectionListSchema, type SavedConnection } from "../../../shared/inventory/connections.ts";
import { VIEWS } from "../../../shared/features/views/view-calls.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { DEFAULT_SETTINGS, settingsSchema, type Settings } from "../../../shared/inventory/settings.ts";
import { parseJson } from "../../../shared/base/text/json.ts";
import type { ViewDefinition } from "../../../shared/query/views/views.ts";
import { systemClock } from "../../base/clock.ts";
import { connectionFolder } from "../../features/connections/open-connection.ts";
import { findNamedView, queryOfView, type ExportedView } from "../../delivery/files/exported-view.ts";
import { dataFolder, type DataFolder } from "../../store/database/data-folder.ts";
import { INVENTORY_MIGRATIONS, USER_MIGRATIONS } from "../../store/database/migrations/index.ts";
import { readFacts } from "../../store/database/facts.ts";
import { noticeDamage, openForReading, type Database } from "../../store/database/open-database.ts";
import { OwnRecords } from "../../store/user-data/own-records.ts";
import { shownRecords } from "../../store/user-data/shown-records.ts";
import { readOwnViews, readTeamViews } from "../../features/views/public.ts";
import { TeamRecords } from "../../features/team/team-records.ts";
import { UsageError } from "./exit-code.ts";

/** Everything except rows that the app knows about a data folder. */
export interface KnownConnection {
  readonly connectionId: string | null;
  /** Whether the user gave a name to any of the ids in the rows. */
  readonly hasNames: boolean;
  /** The connection's name and address, if the app knows them. */
  readonly name: string | null;
  readonly baseUrl: string | null;
  /** The user database; null if the folder does not belong to the app. */
  readonly userDatabase: string | null;
}

/** A view that was found by its name, with the query for its rows. */
export interface FoundView extends ExportedView {
  readonly query: Query;
}

/**
 * Finds the connection of a data folder. The app's own database is two folders above the data folder: `user.sqlite`,
 * `profiles/ID/`.
 */
export function findKnownConnection({ folder, inventory }: DataFolder): KnownConnection {
  const userDatabase =
    [path.join(folder, "..", "..", "user.sqlite"), path.join(folder, "user.sqlite")].find((file) =>
      fs.existsSync(file),
    ) ?? null;
  const { connectionId, hasNames } = readKnown(inventory);
  const none = { connectionId, hasNames, name: null, baseUrl: null, userDatabase };
  if (userDatabase === null || connectionId === null) return none;
  const list = connectionListSchema.safeParse(readEntry(userDatabase, "connections"));
  const connection = list.data?.connections.find((known) => known.connectionId === connectionId);
  return connection ? { ...none, name: connection.name, baseUrl: connection.baseUrl } : none;
}

/**
 * The id of a folder's connection. Null if there is none, or if the copy is damaged. The next writer sets a damaged
 * copy aside.
 */
export function findConnectionId({ inventory }: DataFolder): string | null {
  try {
    return readKnown(inventory).connectionId;
  } catch (thrown) {
    if (thrown instanceof AppFailure && thrown.error.reason === "corrupt") return null;
    throw thrown;
  }
}

/**
 * The app's settings for the folder. The default settings if the folder does not belong to the app, or if the entry is
 * damaged.
 */
export function findSettings({ userDatabase }: KnownConnection): Settings {
  if (userDatabase === null) return DEFAULT_SETTINGS;
  return settingsSchema.safeParse(readEntry(userDatabase, "settings")).data ?? DEFAULT_SETTINGS;
}

/** Reads an entry of the user database as untrusted JSON; null if the entry does not exist. */
function readEntry(userDatabase: string, name: string): unknown {
  return reading(userDatabase, USER_MIGRATIONS, (database) => {
    const row = database.prepare("SELECT value FROM entries WHERE name = ?").get(name) as
      { value: string } | undefined;
    return parseJson(row?.value);
  });
}

/**
 * Finds a view by its name. It is a view that the user made for this connection, or else a built-in view, which may be
 * named by its id too.
 * @param asOf the past moment of the rows, ISO 8601; undefined for the current rows.
 * @throws UsageError if there is no such view.
 */
export function findView(
  resource: Resource,
  name: string,
  connection: KnownConnection,
  asOf: string | undefined,
): FoundView {
  const own = ownViews(resource, connection);
  const found = findNamedView(resource, name, own);
  if (!found) {
    const names = [...own, ...BUILT_IN_VIEWS[resource]].map((view) => view.name);
    throw new UsageError(`--view: ${resource} have no view "${name}" (they have ${names.join(", ")})`);
  }
  try {
    return { ...found, query: queryOfView(resource, found, systemClock.now(), asOf) };
  } catch (thrown) {
    if (thrown instanceof QueryError) throw new UsageError(`--view "${found.name}": ${thrown.message}`);
    throw thrown;
  }
}

/** The views of a table that the user and the team made; empty if the folder does not belong to the app. */
export function ownViews(
  resource: Resource,
  { userDatabase, connectionId }: KnownConnection,
): readonly { readonly name: string; readonly definition: ViewDefinition }[] {
  if (userDatabase === null || connectionId === null) return [];
  const { own, team } = reading(userDatabase, USER_MIGRATIONS, (database) => ({
    own: new OwnRecords(database).inOrder(connectionId, VIEWS.name),
    team: new TeamRecords(database).values(connectionId, VIEWS.name),
  }));
  const views = [...readOwnViews(own, connectionId), ...readTeamViews(team, connectionId)];
  return views.filter((view) => view.resource === resource);
}

/** The records of a document that the user sees, as JSON by id; empty if the folder does not belong to the app. */
export function readUserRecords(
  { userDatabase, connectionId }: KnownConnection,
  document: string,
): readonly { readonly id: string; readonly value: string }[] {
  if (userDatabase === null || connectionId === null) return [];
  return reading(userDatabase, USER_MIGRATIONS, (database) =>
    shownRecords(new OwnRecords(database), new TeamRecords(database), connectionId, document),
  );
}

/** The connections of an app, with their folders. The connection that was open last is the first. */
export function findConnections(
  appFolder: string,
): readonly { readonly folder: DataFolder; readonly connection: KnownConnection }[] {
  const userDatabase = path.join(appFolder, "user.sqlite");
  if (!fs.existsSync(userDatabase)) return [];
  const list = connectionListSchema.safeParse(readEntry(userDatabase, "connections")).data;
  const isLast = ({ connectionId }: SavedConnection): boolean => connectionId === list?.current;
  return (list?.connections ?? [])
    .toSorted((one, other) => Number(isLast(other)) - Number(isLast(one)))
    .map(({ connectionId, name, baseUrl }) => ({
      folder: dataFolder(connectionFolder(appFolder, connectionId)),
      // Names of holders are not read from the copy, so that a damaged copy does not hide the other connections.
      connection: { connectionId, name, baseUrl, hasNames: false, userDatabase },
    }));
}

function readKnown(inventory: string): Pick<KnownConnection, "connectionId" | "hasNames"> {
  if (!fs.existsSync(inventory)) return { connectionId: null, hasNames: false };
  const { connectionId, names } = reading(inventory, INVENTORY_MIGRATIONS, readFacts);
  return { connectionId, hasNames: names !== null };
}

function reading<T>(file: string, migrations: readonly string[], read: (database: Database) => T): T {
  const database = openForReading(file, migrations);
  try {
    return read(database);
  } catch (thrown) {
    throw noticeDamage(file, thrown);
  } finally {
    database.close();
  }
}
