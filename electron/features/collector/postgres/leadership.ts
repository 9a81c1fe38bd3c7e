import { randomBytes } from "node:crypto";
import fs from "node:fs/promises";
import { aborted } from "../../../base/aborted.ts";
import { systemClock } from "../../../base/clock.ts";
import { dataFolder } from "../../../store/database/data-folder.ts";
import { oneAtATime, sharedRuns } from "../../../base/one-at-a-time.ts";
import type { Remote } from "../../../store/database/worker-rpc.ts";
import { mailFolder, type CollectorOptions } from "../collector-options.ts";
import type { Mailings } from "../leading/mailings/mailings.ts";
import { clientOf, openCopy, takeMailings, type CopyListener } from "../leading/collector-engine.ts";
import type { ServedStore } from "../serving/served-store.ts";
import { mailingStore } from "../serving/mailing-store.ts";
import type { Work } from "../serving/queries.ts";
import type { ServiceTime } from "../serving/service-time.ts";
import { applyEdits } from "../serving/team-documents.ts";
import { TeamRules } from "../leading/team-rules.ts";
import type { StoreClient } from "./connect.ts";
import { journalReplaced, type Journal } from "./journal.ts";
import { transact } from "./run-work.ts";
import { Heartbeat } from "./heartbeat.ts";
import { Publisher } from "./publisher.ts";
import { readState, type StoreState } from "./state.ts";
import type { StoreAddress } from "../store-address.ts";
import { loadJournal, chooseJournal, wentBack } from "./takeover.ts";

/** Ms between two publications if nothing changes. These publications also detect a lost connection. */
const PUBLISH_EVERY_MS = 5_000;

interface LeadershipOptions extends CollectorOptions {
  /**
   * The connection that holds the leader's lock. All writes use this connection, so nothing can be written after the
   * lock is lost.
   */
  readonly client: StoreClient;
  readonly address: StoreAddress;
  readonly journal: Remote<Journal>;
  readonly journalFolder: string;
  readonly time: ServiceTime;
  /** Reads the team's records, which all collectors share. */
  readonly teamStore: Pick<ServedStore, "teamRecords">;
  readonly onState: (state: StoreState) => void;
  /** Called after alerts were published. */
  readonly onAlerts: () => void;
}

/** The functions that end the parts made so far. The last part ends first. */
type Ends = (() => Promise<unknown> | void)[];

async function endAll(ends: Ends): Promise<void> {
  for (const end of ends.toReversed()) await end();
}

/** The time in which a collector leads. Its engine writes the journal, and each change of the journal is published. */
export type Leadership = Awaited<ReturnType<typeof lead>>;

/**
 * Prepares the journal, and starts the engine.
 * @throws ServiceError 503, the driver's error or an AppFailure; another try may succeed.
 */
export async function beginLeadership(options: LeadershipOptions): Promise<Leadership> {
  const ends: Ends = [];
  try {
    return await lead(options, ends);
  } catch (thrown) {
    await endAll(ends);
    throw thrown;
  }
}

/** Makes the parts of a leadership, each from the earlier parts, and starts them. */
async function lead(options: LeadershipOptions, ends: Ends) {
  const { clock, journal, mail, teamStore } = options;
  ends.push(() => journal.release());
  const lock = await holdLock(options, ends);
  const { inTurn, lose, lost, transact } = lock;
  let mailings: Mailings | null = null;
  const team = new TeamRules({
    ...options,
    unsent: () => (mail ? (mailings?.unsent ?? null) : 0),
    onPublished: () => options.onAlerts(),
  });
  ends.push(() => team.close());
  // Nothing is published until it is certain that the journal belongs to the store.
  let publish = (): Promise<void> => Promise.resolve();
  ends.push(() => publish());
  const { connection, follower, publisher, isRestored } = await openJournal(options, ends, team, {
    onChanged: () => void publish(),
    onComputed: () => mailings?.follow(),
    onDamage: lose,
  });
  mailings = await mailingsOf(options, ends, team, lock, isRestored);
  if (isRestored) await publisher.beginEpoch();
  else await publisher.noteMoment();
  const publishNow = publicationOf(options, publisher, lost);
  // Changes in quick succession are published together.
  publish = sharedRuns(() => inTurn(publishNow).catch(lose));
  await publish();
  lost.throwIfAborted();
  const timer = clock.every(PUBLISH_EVERY_MS, () => void publish());
  ends.push(() => timer.stop());
  await team.begin(connection, {
    teamRecords: (...page) => teamStore.teamRecords(...page),
    applyEdits: (...edits) => transact(applyEdits(...edits)),
  });
  lost.throwIfAborted();
  await mailings?.begin();
  const service = clientOf(options, connection);
  await connection.engine.useClient(service);
  if (options.acceptRemovals === true) void connection.engine.syncNow("full", true, true);
  return {
    engine: connection.engine,
    /** The client of the service. */
    service,
    /** Null if the collector sends no mail. */
    mailings,
    team,
    /** Null if the service delivers no events. */
    follower,
    leads: lock.isHeld,
    publish,
    /** Resolves when the collector closes. @throws the failure that ended the leadership. */
    ended: async (closed: AbortSignal): Promise<void> => {
      await aborted(AbortSignal.any([closed, lost]));
      if (!closed.aborted) lost.throwIfAborted();
      await publish();
    },
    /** Stops the engine, and closes the file of the journal. The running pass ends; its mark is kept. */
    close: () => endAll(ends),
  };
}

type Lock = Awaited<ReturnType<typeof holdLock>>;

/** Watches the connection that holds the lock, and writes with it. */
async function holdLock({ client, address }: LeadershipOptions, ends: Ends) {
  const losing = new AbortController();
  /** Ends the leadership after its connection was lost, because the lock was lost too. The first cause is reported. */
  const lose = (cause: unknown): void =>
    losing.abort(cause instanceof Error ? cause : new Error("the connection to the store was lost"));
  client.on("error", lose).on("end", () => lose(null));
  const heartbeat = await Heartbeat.begin(client, { address, clock: systemClock, onLost: lose });
  ends.push(() => heartbeat.close());
  const inTurn = oneAtATime();
  return {
    lose,
    lost: losing.signal,
    /** Whether no other collector can have become the leader. */
    isHeld: () => !losing.signal.aborted && heartbeat.isFresh,
    /** Runs work on the connection, one task after another. */
    inTurn,
    /** Writes with the connection that holds the lock. So a former leader cannot write anything. */
    transact: <T>(work: Work<T>): Promise<T> =>
      inTurn(() => {
        losing.signal.throwIfAborted();
        return transact(client, work);
      }),
  };
}

/** Makes the journal equal to the store's data, and opens it. */
async function openJournal(options: LeadershipOptions, ends: Ends, team: TeamRules, listener: CopyListener) {
  const { client, journal, journalFolder, clock, time, settings, newEpoch = false } = options;
  const [state, local, seen] = [await readState(client), await journal.inspect(), await journal.seen()];
  const use = chooseJournal(state, local);
  const position = use === "load" ? await loadJournal(client, journal, clock) : state.position;
  const { connection, follower } = await openCopy(options, journalFolder, team, listener);
  ends.push(async () => {
    // The rules are ended first, because they need the open copy.
    await team.close();
    await connection.close();
  });
  const { writer } = connection.store;
  // The name of the journal. It stays the same as long as the numbers of the journal continue.
  const { epoch } = (await writer.describe()).facts;
  const name = epoch ?? randomBytes(8).toString("hex");
  if (epoch === null) await writer.saveFacts({ epoch: name });
  // A damaged journal began again, without the records of the store. The next try fills it.
  if (use !== "adopt" && name !== position?.journal) throw journalReplaced();
  const retention = { days: settings.historyDays, changes: settings.historyChanges };
  const publisher = new Publisher({ client, journal, name, retention, now: () => time.now() });
  return { connection, follower, publisher, isRestored: newEpoch || wentBack(state, seen) };
}

/** Makes the function that publishes new data of the journal. */
const publicationOf =
  ({ journal, time, onState }: LeadershipOptions, publisher: Publisher, lost: AbortSignal) =>
  async (): Promise<void> => {
    // After a failure nothing is written, because the next leader checks the state of the store.
    if (lost.aborted) return;
    const state = await publisher.publish();
    await publisher.noteMoment();
    await journal.noteSeen({ epoch: state.epoch, number: state.last, team: state.team }, time.now());
    onState(state);
  };

/** Makes the sender of mail. Its state is in the store, so that the next leader does not send a message again. */
async function mailingsOf(
  options: LeadershipOptions,
  ends: Ends,
  team: TeamRules,
  { lost, transact }: Lock,
  isRestored: boolean,
): Promise<Mailings | null> {
  const { teamStore, journalFolder, folder } = options;
  const store = { ...mailingStore(transact), teamRecords: teamStore.teamRecords.bind(teamStore) };
  const { inventory } = dataFolder(journalFolder);
  // An unknown view must not prevent a collector from leading.
  const taking = { refuses: false, isRestored };
  const mailings = await takeMailings(options, inventory, store, taking, () => team.mailed());
  if (!mailings) return null;
  // Another collector may lead now, so even a message that is being sent is stopped.
  void aborted(lost).then(() => mailings.close());
  ends.push(async () => {
    await mailings.close();
    // The next leader sends the waiting messages, and makes their files again.
    await fs.rm(mailFolder(folder), { recursive: true, force: true });
  });
  return mailings;
}
