import { z } from "zod";
import { savedConnectionSchema, type ConnectionList } from "../../../shared/inventory/connections.ts";
import { DEFAULT_SETTINGS, settingsSchema, type Settings } from "../../../shared/inventory/settings.ts";
import { parseJson } from "../../../shared/base/text/json.ts";
import type { UserDatabase } from "./user-database.ts";
import type { Remote } from "../database/worker-rpc.ts";

/** The saved list of connections. It never contains a key. A damaged connection is left out. */
const savedConnectionsSchema = z.object({
  connections: z.array(savedConnectionSchema.nullable().catch(null)),
  current: z.string().nullable().catch(null),
});

/** The name of the entry with the list of connections. */
export const CONNECTIONS_ENTRY = "connections";
/** The name of the entry with the settings. */
export const SETTINGS = "settings";
const CONFIRMED_ORIGINS = "confirmedOrigins";

/** The user's own data by name. It is in a database that syncing never changes. */
export class UserData {
  readonly #store: Remote<UserDatabase>;

  constructor(store: Remote<UserDatabase>) {
    this.#store = store;
  }

  /** The settings. If the entry is damaged, they are the defaults. */
  async settings(): Promise<Settings> {
    return (await this.read(SETTINGS, settingsSchema)) ?? DEFAULT_SETTINGS;
  }

  async saveSettings(settings: Settings): Promise<void> {
    await this.save(SETTINGS, settings);
  }

  async connections(): Promise<ConnectionList> {
    return parseConnections(await this.#store.get(CONNECTIONS_ENTRY)) ?? { connections: [], current: null };
  }

  async saveConnections(list: ConnectionList): Promise<void> {
    await this.save(CONNECTIONS_ENTRY, list);
  }

  /** A text that the page stores, for all connections or for one. */
  async uiState(name: string, connectionId?: string): Promise<string | null> {
    return this.#store.get(uiStateEntry(name, connectionId));
  }

  /** @param value null deletes the text. */
  async saveUiState(name: string, value: string | null, connectionId?: string): Promise<void> {
    await this.#store.set(uiStateEntry(name, connectionId), value);
  }

  /** Deletes the texts of a connection whose names begin with a prefix. */
  async forgetUiStates(prefix: string, connectionId: string): Promise<void> {
    await this.#store.removeAll(uiStateEntry(prefix, connectionId));
  }

  /** The origins that the user has confirmed (origin-gate.ts). A damaged entry makes the app ask again. */
  async confirmedOrigins(): Promise<readonly string[]> {
    return (await this.read(CONFIRMED_ORIGINS, z.array(z.string()))) ?? [];
  }

  async saveConfirmedOrigins(origins: readonly string[]): Promise<void> {
    await this.save(CONFIRMED_ORIGINS, origins);
  }

  /** Deletes everything that the user made or set for a connection. */
  async forget(connectionId: string): Promise<void> {
    await this.#store.removeAll(uiStateEntry("", connectionId));
    await this.#store.forgetConnection(connectionId);
  }

  /** The value of an entry; null if it is missing or damaged. */
  async read<T>(name: string, schema: z.ZodType<T>): Promise<T | null> {
    return schema.safeParse(parseJson(await this.#store.get(name))).data ?? null;
  }

  /** Saves the value of an entry. */
  async save(name: string, value: unknown): Promise<void> {
    await this.#store.set(name, JSON.stringify(value));
  }
}

/** The connection that an entry belongs to, by the entry's name; null if it belongs to none. */
export function ownerOfEntry(name: string): string | null {
  const [kind, connectionId = null] = name.split(".");
  return kind === "connection" ? connectionId : null;
}

/** Whether an entry applies to all connections. Settings and the page's texts do, but not the list of connections. */
export const isSharedEntry = (name: string): boolean => name === SETTINGS || name.startsWith("ui.");

/** Parses the saved list of connections; null if it is missing. */
export function parseConnections(text: string | null): ConnectionList | null {
  const saved = savedConnectionsSchema.safeParse(parseJson(text)).data;
  if (!saved) return null;
  const connections = saved.connections.filter((connection) => connection !== null);
  const current = connections.some(({ connectionId }) => connectionId === saved.current)
    ? saved.current
    : null;
  return { connections, current };
}

/**
 * The entry of a text that the page stores. A connection's id has no full stop, so no name is a prefix of another
 * connection's name.
 */
function uiStateEntry(name: string, connectionId?: string): string {
  return connectionId === undefined ? `ui.${name}` : `connection.${connectionId}.${name}`;
}
