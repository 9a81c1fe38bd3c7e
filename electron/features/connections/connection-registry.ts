import { CONNECTION_ERRORS, SAMPLE } from "./messages.ts";
import { randomUUID } from "node:crypto";
import { invalidInput } from "../../../shared/base/errors.ts";
import {
  CONNECTION_COLOURS,
  type SavedConnection,
  type ConnectionEdit,
  type ConnectionList,
  type ConnectionColour,
} from "../../../shared/inventory/connections.ts";
import { MAX_CONNECTION_NAME } from "../../../shared/base/connection-name.ts";
import { sameName, uniqueName } from "../../../shared/base/text/unique-name.ts";
import type { UserData } from "../../store/user-data/user-data.ts";

/** The id of the only connection to the sample service. Its address and its company change at each start. */
export const SAMPLE_CONNECTION = "sample";

/** Makes a new connection. The connection of the sample data always has the same id. */
function newConnection(
  kind: SavedConnection["kind"],
  baseUrl: string,
  name: string | undefined,
  others: readonly SavedConnection[],
): SavedConnection {
  return {
    connectionId: kind === "sample" ? SAMPLE_CONNECTION : randomUUID(),
    kind,
    baseUrl,
    name: uniqueName(
      kind === "sample" ? SAMPLE.name : (name ?? hostOf(baseUrl)),
      others.map((other) => other.name),
      MAX_CONNECTION_NAME,
    ),
    colour: nextColour(others),
  };
}

/** The first of the colours that the fewest connections have. */
function nextColour(others: readonly SavedConnection[]): ConnectionColour {
  const uses = (colour: ConnectionColour): number => others.filter((other) => other.colour === colour).length;
  return CONNECTION_COLOURS.reduce((best, colour) => (uses(colour) < uses(best) ? colour : best));
}

function hostOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : "Inventory";
}

/**
 * The list of connections in memory, which always equals the list on the disk. A change is written before it applies,
 * so that a failed write changes nothing.
 */
export class ConnectionRegistry {
  readonly #userData: UserData;
  readonly #onChange: (list: ConnectionList) => void;
  #list: ConnectionList = { connections: [], current: null };

  constructor(userData: UserData, onChange: (list: ConnectionList) => void) {
    this.#userData = userData;
    this.#onChange = onChange;
  }

  get list(): ConnectionList {
    return this.#list;
  }

  /** Loads the saved list. */
  async load(): Promise<void> {
    this.#list = await this.#userData.connections();
  }

  find(connectionId: string): SavedConnection | null {
    return this.#list.connections.find((connection) => connection.connectionId === connectionId) ?? null;
  }

  /** Finds a connection by its id. @throws AppFailure `invalid_input` if there is no such connection. */
  get(connectionId: string): SavedConnection {
    const connection = this.find(connectionId);
    if (!connection) throw invalidInput(CONNECTION_ERRORS.notThere);
    return connection;
  }

  /**
   * Adds a connection with a unique name and colour, without making it current.
   * @param name the wanted name; if absent, the host of the service.
   */
  async add(kind: SavedConnection["kind"], baseUrl: string, name?: string): Promise<SavedConnection> {
    const { connections, current } = this.#list;
    const connection = newConnection(kind, baseUrl, name, connections);
    await this.#save({ connections: [...connections, connection], current });
    return connection;
  }

  /** Changes the name and colour. @throws AppFailure `invalid_input` if another connection has the name. */
  async edit({ connectionId, name, colour }: ConnectionEdit): Promise<void> {
    this.get(connectionId);
    if (
      this.#list.connections.some(
        (other) => other.connectionId !== connectionId && sameName(other.name, name),
      )
    )
      throw invalidInput(CONNECTION_ERRORS.nameTaken({ name }));
    await this.#change(connectionId, { name, colour });
  }

  /** Saves the base URL of a connection. The sample service has another base URL at each start. */
  async move(connectionId: string, baseUrl: string): Promise<void> {
    if (this.get(connectionId).baseUrl !== baseUrl) await this.#change(connectionId, { baseUrl });
  }

  async setCurrent(current: string | null): Promise<void> {
    if (this.#list.current !== current) await this.#save({ ...this.#list, current });
  }

  /** Removes a connection from the list, with the page's texts and the views for it. */
  async remove(connectionId: string): Promise<void> {
    const { connections, current } = this.#list;
    await this.#save({
      connections: connections.filter((connection) => connection.connectionId !== connectionId),
      current: current === connectionId ? null : current,
    });
    await this.#userData.forget(connectionId);
  }

  async #change(connectionId: string, part: Partial<SavedConnection>): Promise<void> {
    const connections = this.#list.connections.map((connection) =>
      connection.connectionId === connectionId ? { ...connection, ...part } : connection,
    );
    await this.#save({ ...this.#list, connections });
  }

  async #save(list: ConnectionList): Promise<void> {
    await this.#userData.saveConnections(list);
    this.#list = list;
    this.#onChange(list);
  }
}
