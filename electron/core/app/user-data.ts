import { z } from "zod";
import { DEFAULT_SETTINGS, settingsSchema, type Settings } from "../../../shared/settings.ts";
import type { UserStore } from "../store/user-store.ts";
import type { Remote } from "../store/worker-rpc.ts";

/** The connection as it is remembered: never with its key. */
const savedConnectionSchema = z.strictObject({
  profileId: z.string(),
  kind: z.enum(["service", "sample"]),
  baseUrl: z.string(),
});
export type SavedConnection = z.infer<typeof savedConnectionSchema>;

/** What the user made, by name, in the database that syncing never touches. */
export class UserData {
  readonly #store: Remote<UserStore>;

  constructor(store: Remote<UserStore>) {
    this.#store = store;
  }

  /** The settings; a damaged entry costs the user the defaults, not the start. */
  async settings(): Promise<Settings> {
    return (await this.#read("settings", settingsSchema)) ?? DEFAULT_SETTINGS;
  }

  async saveSettings(settings: Settings): Promise<void> {
    await this.#store.set("settings", JSON.stringify(settings));
  }

  async connection(): Promise<SavedConnection | null> {
    return this.#read("connection", savedConnectionSchema);
  }

  async saveConnection(connection: SavedConnection | null): Promise<void> {
    await this.#store.set("connection", connection === null ? null : JSON.stringify(connection));
  }

  /** A text that the page or the window keeps. */
  async uiState(name: string): Promise<string | null> {
    return this.#store.get(`ui.${name}`);
  }

  async saveUiState(name: string, value: string): Promise<void> {
    await this.#store.set(`ui.${name}`, value);
  }

  async #read<T>(name: string, schema: z.ZodType<T>): Promise<T | null> {
    const text = await this.#store.get(name);
    if (text === null) return null;
    try {
      const parsed = schema.safeParse(JSON.parse(text));
      return parsed.success ? parsed.data : null;
    } catch {
      return null;
    }
  }
}
