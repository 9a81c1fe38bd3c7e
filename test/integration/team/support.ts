import path from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { onTestFinished } from "vitest";
import type { DocumentName, RecordOf } from "../../../shared/contract/documents.ts";
import { AppFailure } from "../../../shared/base/errors.ts";
import { serveHere } from "../../../electron/store/database/worker-rpc.ts";
import { ConnectionDocuments } from "../../../electron/store/user-data/connection-documents.ts";
import { makeUserStore, type UserStore } from "../../../electron/hosts/core/user-store.ts";
import type { TeamApi } from "../../../electron/features/team/team-exchange.ts";
import { ItemNotes } from "../../../electron/features/custody/item-notes.ts";
import { SavedViews } from "../../../electron/features/views/saved-views.ts";
import { TeamService } from "../../../electron/features/team/team-service.ts";
import { systemClock } from "../../../electron/base/clock.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { addTokenOf, type CollectorUnderTest } from "../collector/support.ts";

/** The part of a workstation that shares a team's records. */
export interface TeamMember {
  readonly documents: ConnectionDocuments;
  readonly team: TeamService;
  readonly store: UserStore;
  readonly token: string;
  /** Changes its user database. */
  execute(sql: string): void;
  readonly notes: ItemNotes;
  readonly views: SavedViews;
  /** Marks every item as returned at a time in ISO 8601. */
  returnItem(at: string): void;
  /** Whether the collector can be reached. */
  isOnline: boolean;
  /** The error of its clock, in ms. */
  clockError: number;
  /** Saves one record of a document; null deletes it. */
  save<N extends DocumentName>(document: N, id: string, value: RecordOf<N> | null): Promise<void>;
  read<N extends DocumentName>(document: N): Promise<Record<string, RecordOf<N>>>;
  /** Exchanges records with the collector, and checks the success. */
  exchange(): Promise<void>;
}

export const CONNECTION_ID = "p";

interface MemberOptions {
  readonly label: string;
  readonly access?: "read" | "annotate";
  /** The documents whose edits are shared with the team. */
  readonly shares?: readonly string[];
  /** True if the answer to an edit may be lost. */
  readonly losesAnswer?: () => boolean;
}

/** Adds a workstation with its own token and user database. */
export async function joinTeam(
  collector: CollectorUnderTest,
  { label, access = "annotate", shares = [], losesAnswer = () => false }: MemberOptions,
): Promise<TeamMember> {
  const token = await addTokenOf(collector, label, access);
  const file = path.join(await temporaryFolder(), "user.sqlite");
  const store = makeUserStore(file);
  onTestFinished(() => store.close());
  const remote = serveHere(() => store);
  const now = (): number => Date.now() + member.clockError;
  const documents: ConnectionDocuments = new ConnectionDocuments({
    store: remote,
    clock: { now },
    requireConnection: () => {},
    onChange: () => Promise.resolve(),
    onSaved: () => {},
  });
  const base = { store: remote, clock: { now }, requireConnection: () => {}, onSaved: () => {} };
  const views = new SavedViews({ ...base, onChange: () => {} });
  let returnedAt: string | null = null;
  const notes = new ItemNotes({
    ...base,
    statesOf: (_connection, ids) =>
      Promise.resolve(
        ids.map((id) => ({
          id,
          status: returnedAt === null ? "checked_out" : "available",
          outAt: null,
          changedAt: returnedAt,
        })),
      ),
    onChange: () => {},
  });
  const team = new TeamService({
    store: remote,
    clock: { ...systemClock, now },
    requireConnection: () => {},
    onRecords: () => Promise.resolve(),
    onTeam: () => {},
  });
  const request = async (at: string, init: RequestInit) => {
    if (!member.isOnline) throw new AppFailure({ kind: "network", message: "offline" });
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const response = await fetch(collector.url + at, { ...init, headers });
    const body = (await response.json()) as Readonly<Record<string, unknown>>;
    if (response.status !== 200)
      throw new AppFailure({ kind: "protocol", message: JSON.stringify(body), status: response.status });
    if (init.method === "POST" && losesAnswer())
      throw new AppFailure({ kind: "network", message: "the answer was lost" });
    return { body, serverTime: Date.parse(response.headers.get("date") ?? "") };
  };
  const api: TeamApi = {
    getAddition: (at) => request(at, {}),
    postAddition: (at, body) => request(at, { method: "POST", body }),
  };
  const member: TeamMember = {
    documents,
    team,
    store,
    token,
    execute: (sql) => {
      const database = new DatabaseSync(file);
      database.exec(sql);
      database.close();
    },
    notes,
    views,
    returnItem: (at) => void (returnedAt = at),
    isOnline: true,
    clockError: 0,
    save: (document, id, value) => documents.save(document, CONNECTION_ID, [{ id, value }]),
    read: async (document) => Object.fromEntries(await documents.read(document, CONNECTION_ID)),
    exchange: async () => {
      await team.exchange(CONNECTION_ID);
      const { error } = await team.summary(CONNECTION_ID);
      if (error) throw new AppFailure(error);
    },
  };
  const followed = team.follow(CONNECTION_ID, api);
  onTestFinished(() => followed.close());
  await member.exchange();
  store.setTeamScopes(CONNECTION_ID, shares, true);
  return member;
}
