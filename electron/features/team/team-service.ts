import type { HandlersOf } from "../../../shared/contract/declarations.ts";
import {
  type SharePreview,
  type TeamSummary,
  type TEAM_CALLS,
} from "../../../shared/features/team/team-calls.ts";
import {
  MAX_LISTED,
  ONE_BY_ONE,
  TEAM_KINDS,
  TEAM_KIND_NAMES,
  TEAM_PARTS,
  type TeamKind,
} from "../../../shared/features/team/team-kinds.ts";
import { readTeamValue } from "../../../shared/contract/team-documents.ts";
import { invalidInput } from "../../../shared/base/errors.ts";
import type { Clock } from "../../base/clock.ts";
import type { Remote } from "../../store/database/worker-rpc.ts";
import type { LostValue, TeamState } from "./team-overview.ts";
import { partsOf } from "./team-records.ts";
import type { UserDatabase } from "../../store/user-data/user-database.ts";
import type { TeamTables } from "./team-tables.ts";
import type { CollectorAdditions } from "../../sync/collector/collector-stream.ts";
import { TeamExchange, type TeamApi, type TeamNews } from "./team-exchange.ts";
import { TEAM_ERRORS } from "./messages.ts";

export interface TeamServiceOptions {
  readonly store: Remote<TeamTables & UserDatabase>;
  readonly clock: Pick<Clock, "now" | "every">;
  /** Checks that a connection exists. @throws AppFailure `invalid_input` if there is no such connection. */
  requireConnection(connectionId: string): void;
  /** Called with the records that may have changed. */
  onRecords(connectionId: string, news: TeamNews): Promise<void>;
  /** Called when anything of a team's state has changed. */
  onTeam(connectionId: string): void;
}

/** The records that teams share: their exchange with collectors, and the decisions of users about them. */
export class TeamService {
  readonly #options: TeamServiceOptions;
  readonly #exchanges = new Map<string, TeamExchange>();

  constructor(options: TeamServiceOptions) {
    this.#options = options;
  }

  /** Begins to exchange the records of an open connection. */
  follow(connectionId: string, api: TeamApi): CollectorAdditions {
    const exchange = this.#exchangeOf(connectionId, api);
    this.#exchanges.set(connectionId, exchange);
    exchange.begin();
    return {
      note: ({ documents }) => exchange.note(documents),
      close: async () => {
        if (this.#exchanges.get(connectionId) === exchange) this.#exchanges.delete(connectionId);
        await exchange.close();
      },
    };
  }

  /**
   * Exchanges once the records of a connection that is not open. The connection must have exchanged records before.
   * After a failure its edits still wait.
   */
  async exchangeClosed(connectionId: string, api: TeamApi, signal: AbortSignal): Promise<void> {
    if ((await this.member(connectionId)) === null || signal.aborted) return;
    const exchange = this.#exchangeOf(connectionId, api);
    signal.addEventListener("abort", () => void exchange.close(), { once: true });
    await exchange.exchange();
    await exchange.close();
  }

  #exchangeOf(connectionId: string, api: TeamApi): TeamExchange {
    const { store, clock } = this.#options;
    return new TeamExchange({
      connectionId,
      store,
      api,
      clock,
      onExchanged: async (news) => {
        if (news.documents.length > 0) await this.#options.onRecords(connectionId, news);
        this.#options.onTeam(connectionId);
      },
    });
  }

  /** Exchanges a connection's records now, if it is open and has a collector. The summary reports failures. */
  async exchange(connectionId: string): Promise<void> {
    await this.#exchanges.get(connectionId)?.exchange();
  }

  /** Exchanges now, and sends the edits that the collector has refused again. */
  async retry(connectionId: string): Promise<void> {
    await this.#options.store.retryRefusedEdits(connectionId);
    await this.exchange(connectionId);
  }

  async summary(connectionId: string): Promise<TeamSummary> {
    const { store } = this.#options;
    const { state, unsent, counts, scopes, kept, lost } = await store.teamSummary(connectionId);
    const named = await this.#withOwners(connectionId, lost);
    const exchange = this.#exchanges.get(connectionId);
    const sum = (documents: readonly string[], numbers: ReadonlyMap<string, number>): number =>
      documents.reduce((total, document) => total + (numbers.get(document) ?? 0), 0);
    return {
      state: state && {
        label: state.label,
        right: state.access,
        asks: state.asks === 1,
        asksLoss: state.asksEpoch !== null,
      },
      exchangedAt: exchange?.exchangedAt ?? null,
      error: exchange?.error ?? null,
      ...unsent,
      kinds: TEAM_KIND_NAMES.map((kind) => ({
        kind,
        isShared: TEAM_KINDS[kind].every((document) => scopes.has(document)),
        records: sum(
          TEAM_KINDS[kind].filter((document) => !TEAM_PARTS.has(document)),
          counts,
        ),
        kept: sum(TEAM_KINDS[kind], kept),
      })),
      lost: named
        .flatMap((value) => {
          const kind = kindOf(value.document);
          const present = { ...value.present, value: shortened(value.present.value) };
          return kind === null ? [] : [{ ...value, value: shortened(value.value), present, kind }];
        })
        .slice(0, MAX_LISTED),
    };
  }

  /** Adds the names of counts to scans that lost. Names of deleted counts are left out. */
  async #withOwners(connectionId: string, lost: readonly LostValue[]): Promise<readonly OwnedValue[]> {
    if (!lost.some(({ document }) => TEAM_PARTS.has(document)))
      return lost.map((value) => ({ ...value, owner: null }));
    const counts = await this.#options.store.teamValues(connectionId, COUNTS);
    return lost.flatMap((value): readonly OwnedValue[] => {
      if (TEAM_PARTS.get(value.document) !== COUNTS) return [{ ...value, owner: null }];
      const id = value.id.split("/", 1)[0] ?? "";
      const count = readTeamValue(COUNTS, id, counts.get(id));
      return count ? [{ ...value, owner: count.name }] : [];
    });
  }

  /** The label and the right of the workstation's token. Null without a collector that keeps documents. */
  async member(connectionId: string): Promise<Pick<TeamState, "label" | "access"> | null> {
    return this.#options.store.teamState(connectionId);
  }

  /** Shares a record of the user with the team, together with its parts. @param value the record, JSON. */
  async give(connectionId: string, document: string, id: string, value: string): Promise<void> {
    const { store, clock } = this.#options;
    await store.shareWithParts(connectionId, document, { id, value }, clock.now());
    await this.#changed(connectionId, [document, ...partsOf(document)]);
  }

  async setScope(connectionId: string, kind: TeamKind, isShared: boolean): Promise<void> {
    requireWholeKind(kind);
    this.#options.requireConnection(connectionId);
    await this.#options.store.setTeamScopes(connectionId, TEAM_KINDS[kind], isShared);
    this.#options.onTeam(connectionId);
  }

  /** Compares the user's own records in the connection `from` with the team's records. */
  async preview(connectionId: string, from: string, kind: TeamKind): Promise<SharePreview> {
    const { added, equal, differing } = await this.#compare(connectionId, from, kind);
    return {
      added: added.length,
      equal: equal.length,
      differing: differing.length,
      differences: differing.slice(0, MAX_LISTED).map(({ document, id, value, team }) => ({
        document,
        id,
        own: shortened(value),
        team: shortened(team ?? null),
      })),
    };
  }

  /**
   * Shares the user's own records in the connection `from` with the team.
   * @param replaces whether records that differ replace the team's records.
   * @returns the number of edits.
   */
  async share(connectionId: string, from: string, kind: TeamKind, replaces: boolean): Promise<number> {
    const { store, clock } = this.#options;
    const { added, differing } = await this.#compare(connectionId, from, kind);
    const shared = [...added, ...(replaces ? differing : [])];
    let count = 0;
    for (const document of TEAM_KINDS[kind]) {
      const edits = shared.filter((record) => record.document === document);
      count += await store.shareRecords(connectionId, document, edits, clock.now(), from === connectionId);
    }
    await this.#changed(connectionId, TEAM_KINDS[kind]);
    return count;
  }

  /** Shares a record of the user with the team. @throws AppFailure `invalid_input` if the record does not exist. */
  async shareRecord(connectionId: string, document: string, id: string): Promise<void> {
    const { store, clock } = this.#options;
    const own = (await store.ownRecords(connectionId, document)).find((record) => record.id === id);
    if (!own) throw invalidInput(TEAM_ERRORS.notThere);
    const team = (await store.teamValues(connectionId, document)).get(id);
    if (team != null) throw invalidInput(TEAM_ERRORS.sharedAlready);
    const count = await store.shareRecords(connectionId, document, [{ ...own, team }], clock.now());
    if (count === 0) throw invalidInput(TEAM_ERRORS.changed);
    await this.#changed(connectionId, [document]);
  }

  /** Deletes a record of the team for all workstations. */
  async deleteRecord(connectionId: string, document: string, id: string): Promise<void> {
    const { store, clock } = this.#options;
    await store.deleteTeamRecord(connectionId, document, id, clock.now());
    await this.#changed(connectionId, [document, ...partsOf(document)]);
  }

  /** Lets the team's records of a kind take precedence over the user's own records again. */
  async useTeam(connectionId: string, kind: TeamKind): Promise<void> {
    for (const document of TEAM_KINDS[kind]) await this.#options.store.keepNone(connectionId, document);
    await this.#changed(connectionId, TEAM_KINDS[kind]);
  }

  /** Dismisses a value that lost. @param uses whether the record gets this value first. */
  async resolve(
    connectionId: string,
    lost: { document: string; id: string; number: number },
    uses: boolean,
  ): Promise<void> {
    const { store, clock } = this.#options;
    const { document, id, number } = lost;
    await store.resolveLost(connectionId, document, id, number, uses, clock.now());
    await this.#changed(connectionId, [document]);
  }

  async confirm(connectionId: string, sends: boolean): Promise<void> {
    await this.#options.store.confirmEdits(connectionId, sends);
    await this.#changed(
      connectionId,
      TEAM_KIND_NAMES.flatMap((kind) => TEAM_KINDS[kind]),
    );
  }

  /** Accepts the records of a collector that has lost most of this workstation's records. */
  async acceptLoss(connectionId: string): Promise<void> {
    await this.#options.store.acceptTeamLoss(connectionId);
    await this.exchange(connectionId);
  }

  async #changed(connectionId: string, documents: readonly string[]): Promise<void> {
    await this.#options.onRecords(connectionId, { documents, records: null });
    this.#options.onTeam(connectionId);
    void this.exchange(connectionId);
  }

  async #compare(connectionId: string, from: string, kind: TeamKind) {
    const { store } = this.#options;
    if (kind === COUNTS) requireWholeKind(kind);
    this.#options.requireConnection(connectionId);
    this.#options.requireConnection(from);
    if ((await store.teamState(connectionId)) === null) throw invalidInput(TEAM_ERRORS.noCollector);
    const records = [];
    for (const document of TEAM_KINDS[kind]) {
      const [own, team] = await Promise.all([
        store.ownRecords(from, document),
        store.teamValues(connectionId, document),
      ]);
      for (const { id, value } of own) records.push({ document, id, value, team: team.get(id) });
    }
    return {
      added: records.filter(({ team }) => team === undefined),
      equal: records.filter(({ value, team }) => team === value),
      differing: records.filter(({ value, team }) => team !== undefined && team !== value),
    };
  }
}

const kindOf = (document: string): TeamKind | null =>
  TEAM_KIND_NAMES.find((kind) => (TEAM_KINDS[kind] as readonly string[]).includes(document)) ?? null;

/** A value that lost, with the name of the count to which it belongs. */
type OwnedValue = LostValue & { readonly owner: string | null };

/** The name of the document with counts, and of their kind. */
const COUNTS = "counts";

function requireWholeKind(kind: TeamKind): void {
  if (ONE_BY_ONE.has(kind)) throw invalidInput(TEAM_ERRORS.oneByOne);
}

/** The most characters of a value that a list shows. */
const SHOWN_CHARACTERS = 2_000;

/** Shortens a value, as JSON, for a list. Only the beginning of a long value is shown, as a text. */
function shortened(value: string): string;
function shortened(value: string | null): string | null;
function shortened(value: string | null): string | null {
  return value !== null && value.length > SHOWN_CHARACTERS
    ? JSON.stringify(`${value.slice(0, SHOWN_CHARACTERS)}…`)
    : value;
}

interface TeamHandlerParts {
  readonly team: TeamService;
  readonly startup: { readonly opened: Promise<void> };
}

/** The handlers of the records that a team shares. */
export function teamHandlers({ team, startup: { opened } }: TeamHandlerParts) {
  return {
    readTeam: async ({ connectionId }) => {
      await opened;
      return team.summary(connectionId);
    },
    setTeamScope: ({ connectionId, kind, isShared }) => team.setScope(connectionId, kind, isShared),
    previewShare: ({ connectionId, from, kind }) => team.preview(connectionId, from, kind),
    shareRecords: async ({ connectionId, from, kind, replaces }) => ({
      shared: await team.share(connectionId, from, kind, replaces),
    }),
    preferTeamRecords: ({ connectionId, kind }) => team.useTeam(connectionId, kind),
    shareView: ({ connectionId, id }) => team.shareRecord(connectionId, "views", id),
    deleteTeamView: ({ connectionId, id }) => team.deleteRecord(connectionId, "views", id),
    resolveLost: ({ connectionId, uses, ...lost }) => team.resolve(connectionId, lost, uses),
    confirmTeamEdits: ({ connectionId, sends }) => team.confirm(connectionId, sends),
    acceptTeamLoss: ({ connectionId }) => team.acceptLoss(connectionId),
    exchangeTeam: ({ connectionId }) => team.retry(connectionId),
  } satisfies HandlersOf<typeof TEAM_CALLS>;
}
