import path from "node:path";
import manifest from "../../../package.json" with { type: "json" };
import { againstPolicy, invalidInput } from "../../../shared/base/errors.ts";
import { TEAM_RULES } from "../../../shared/features/alerts/team-alerts.ts";
import { OUT_LIMITS } from "../../../shared/features/custody/custody-calls.ts";
import { outLimitsOf } from "../../../shared/features/custody/out-limits.ts";
import type { Settings } from "../../../shared/inventory/settings.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { BUILT_IN_VIEWS } from "../../../shared/query/views/built-in-views.ts";
import { compileDefinition } from "../../delivery/files/exported-view.ts";
import { parseJson } from "../../../shared/base/text/json.ts";
import { systemClock } from "../../base/clock.ts";
import { serveAssistants } from "../../features/assistants/assistant-server.ts";
import type {
  AssistantAccess,
  AssistantConnection,
  AssistantView,
} from "../../features/assistants/assistant-access.ts";
import { isAllowedBaseUrl } from "../../base/policy/origin-gate.ts";
import { dataFolder, type DataFolder } from "../../store/database/data-folder.ts";
import { readOptions } from "./arguments.ts";
import { EXIT, UsageError } from "./exit-code.ts";
import {
  findConnections,
  findKnownConnection,
  findSettings,
  ownViews,
  readUserRecords,
  type KnownConnection,
} from "./find-view.ts";
import type { Terminal } from "./terminal.ts";

/** The version of this Stockdeck; a build inserts it into the bundle. */
const APP_VERSION: string = manifest.version;

const FORBIDDEN = "Your administrator does not allow assistants to read Stockdeck's data.";
const TURNED_OFF =
  "Assistants may not read the connections of this app. To allow it, turn on Settings → Assistants in Stockdeck.";

/**
 * `mcp`: serves assistants on stdin and stdout by the Model Context Protocol, until stdin ends. It reads one data
 * folder, or all connections of an app, if the user of the app allowed this.
 * @throws UsageError; AppFailure `policy`, `invalid_input` if the user of the app did not allow this.
 */
export async function mcpCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const options = readOptions(args, { "data-dir": "text", "app-dir": "text", "without-names": "flag" });
  const { "data-dir": data, "app-dir": app = data === undefined ? terminal.app?.folder : undefined } =
    options;
  if ((data === undefined) === (app === undefined))
    throw new UsageError("give one of --data-dir and --app-dir");
  const find = (): readonly FoundCopy[] =>
    app === undefined ? [copyOf(dataFolder(data ?? ""))] : findConnections(path.resolve(app));
  const access = (): AssistantAccess => {
    if (terminal.policy.assistants?.allowed === false) throw againstPolicy(FORBIDDEN);
    const found = find().filter(({ connection }) => isAllowed(terminal, connection));
    const settings = settingsOf(found);
    if (settings?.assistantsMayRead === false) throw invalidInput(TURNED_OFF);
    return {
      connections: found.map(connectionOf),
      withholdsNames: options["without-names"] || settings?.assistantsSeeNames === false,
    };
  };
  // A refusal ends the command at once, so that the user sees the reason during the setup.
  access();
  await serveAssistants({
    version: APP_VERSION,
    access,
    clock: systemClock,
    input: process.stdin,
    output: process.stdout,
    signal: terminal.signal,
    onDefect: (thrown) => terminal.defect(thrown),
  });
  return EXIT.done;
}

/** Whether the policy allows the app to open a connection. If a folder belongs to no app, its address is unknown. */
const isAllowed = ({ policy }: Terminal, { baseUrl }: KnownConnection): boolean =>
  baseUrl === null || isAllowedBaseUrl(policy, baseUrl);

/** A copy, and what the app knows about its connection. */
interface FoundCopy {
  readonly folder: DataFolder;
  readonly connection: KnownConnection;
}

/** The copy in a data folder. The folder may belong to an app. */
function copyOf(folder: DataFolder): FoundCopy {
  return { folder, connection: findKnownConnection(folder) };
}

/** The settings of the app to which the copies belong; null if they belong to no app. */
function settingsOf([first]: readonly FoundCopy[]): Settings | null {
  return first && first.connection.userDatabase !== null ? findSettings(first.connection) : null;
}

function connectionOf({ folder, connection }: FoundCopy): AssistantConnection {
  return {
    name: connection.name ?? path.basename(folder.folder),
    inventory: folder.inventory,
    views: (resource, asOf) => viewsOf(resource, connection, asOf),
    outLimits: () => {
      const records = readUserRecords(connection, OUT_LIMITS.name).flatMap(({ id, value }) => {
        const days = OUT_LIMITS.record.safeParse(parseJson(value)).data;
        return days === undefined ? [] : [[id, days] as const];
      });
      return outLimitsOf(new Map(records));
    },
    alertRules: () =>
      connection.userDatabase === null ? null : readUserRecords(connection, TEAM_RULES).map(({ id }) => id),
  };
}

function viewsOf(
  resource: Resource,
  connection: KnownConnection,
  asOf: string | undefined,
): readonly AssistantView[] {
  const own = ownViews(resource, connection).map((view) => ({ ...view, isBuiltIn: false }));
  const builtIn = BUILT_IN_VIEWS[resource].map((view) => ({ ...view, isBuiltIn: true }));
  return [...own, ...builtIn].map(({ name, isBuiltIn, definition }) => ({
    name,
    isBuiltIn,
    query: compileDefinition(resource, definition, systemClock.now(), asOf),
  }));
}
