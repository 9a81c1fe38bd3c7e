import { invalidInput, toAppError, type AppError } from "../../../../shared/base/errors.ts";
import {
  blankUpdate,
  type UpdateState,
  type UpdateWay,
} from "../../../../shared/features/updates/updates.ts";
import type { AppUpdates, UnfinishedWork } from "../../../features/updates/app-updates.ts";
import type { Sentence } from "../../../../shared/base/text/texts.ts";
import type { Clock } from "../../../base/clock.ts";
import type { Log } from "../../../base/log.ts";
import { fetchManifest, type UpdateFetch, installFailure, updateFailure } from "./fetch-manifest.ts";
import { UPDATE_FAULTS, UPDATE_REFUSALS } from "./messages.ts";
import {
  manifestName,
  readManifest,
  refused,
  type SignedManifest,
  type UpdateManifest,
  isNewer,
} from "./update-manifest.ts";
import { UpdateMemoryFile, type UpdateMemory } from "./update-memory.ts";
import type { UpdatePolicy, UpdateSource } from "./update-source.ts";

/** A newer version, with the address of the folder of its files. */
export interface Release {
  readonly manifest: UpdateManifest;
  readonly folder: string;
}

/** Downloads and installs updates on one system. */
export interface UpdateInstaller {
  /**
   * Downloads and verifies the file for this system. If it was downloaded before, it is only verified. @throws
   * AppFailure.
   */
  download(release: Release, onProgress: (received: number, size: number) => void): Promise<void>;
  /**
   * Installs the download at the end of the app.
   * @param restart whether the new version is started afterwards.
   * @throws AppFailure, or Error if the system refuses. In this case nothing is started.
   */
  install(restart: boolean): Promise<void>;
  /** Starts the app again after its process has ended. */
  relaunch(): void;
}

export interface UpdateServiceOptions {
  readonly policy: UpdatePolicy;
  /** The update server; null if the build names none. */
  readonly source: UpdateSource | null;
  /** Whether this installation can install updates, or can only announce them. */
  readonly way: "install" | "notify";
  /** The version that is running. */
  readonly version: string;
  readonly platform: NodeJS.Platform;
  readonly arch: string;
  /** The folder with all files of Stockdeck. */
  readonly folder: string;
  readonly fetch: UpdateFetch;
  readonly clock: Clock;
  readonly installer: UpdateInstaller;
  readonly openPage: (page: string) => Promise<void>;
  readonly quit: () => void;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The sentence for each way of installation in which all updates are refused. */
const REFUSALS: Readonly<Partial<Record<UpdateWay, Sentence>>> = {
  build: UPDATE_REFUSALS.build,
  administrator: UPDATE_REFUSALS.administrator,
};

/** The error for a user who chose an update but still runs the old version. */
const notInstalled = (version: string | null, why: UnfinishedWork | "notInstalled"): AppError =>
  refused(UPDATE_REFUSALS[why]({ version: version ?? "" })).error;

/** Updates of the app: checks, downloads at the user's request, and installs at the end of the app. */
export class UpdateService implements AppUpdates {
  readonly #options: UpdateServiceOptions;
  readonly #file: UpdateMemoryFile;
  readonly #listeners = new Set<(state: UpdateState) => void>();
  readonly #end = new AbortController();
  #memory: UpdateMemory;
  #state: UpdateState;
  #log: Log | null = null;
  #isAutomatic = false;
  /** Whether the user asked for a restart; below, whether an installer will start the app. */
  #restart = false;
  #isInstalled = false;
  /** The reason why the installation at the last end of the app failed. It is shown until the next download. */
  #lastFailure: AppError | null = null;
  #checking: Promise<UpdateState> | null = null;
  #found: { readonly release: Release; readonly manifest: SignedManifest } | null = null;

  constructor(options: UpdateServiceOptions) {
    const { policy, source, way, folder } = options;
    this.#options = options;
    this.#file = new UpdateMemoryFile(folder);
    this.#memory = this.#file.read();
    const { lastCheck } = this.#memory;
    const shown = source === null ? "build" : policy.allowed ? way : "administrator";
    this.#state = { ...blankUpdate(shown), lastCheck };
  }

  get state(): UpdateState {
    return this.#state;
  }

  subscribe(listener: (state: UpdateState) => void): void {
    this.#listeners.add(listener);
  }

  /**
   * Verifies the download of the last session again. Then checks the server some time after the start, and once a day.
   */
  async start(log: Log): Promise<void> {
    this.#log = log;
    if (this.#refusal() !== null) return;
    await this.#verifyEarlierDownload();
    const { clock } = this.#options;
    for (let wait = MINUTE; ; wait = HOUR) {
      try {
        await clock.wait(wait, this.#end.signal);
      } catch {
        // The app is ending.
        return;
      }
      const last = this.#state.lastCheck;
      const isDue = last === null || Math.abs(clock.now() - Date.parse(last)) >= DAY;
      if (this.#isAutomatic && isDue) await this.check();
    }
  }

  /** Sets whether the server is checked automatically. */
  setAutomatic(isAutomatic: boolean): void {
    this.#isAutomatic = isAutomatic;
  }

  check(): Promise<UpdateState> {
    const refusal = this.#refusal();
    if (refusal !== null) throw invalidInput(refusal);
    const { step } = this.#state;
    if (step === "downloading") return Promise.resolve(this.#state);
    this.#checking ??= this.#check().finally(() => (this.#checking = null));
    return this.#checking;
  }

  download(): void {
    const refusal = this.#refusal();
    if (refusal !== null) throw invalidInput(refusal);
    const { way, step } = this.#state;
    if (way !== "install" || !this.#found) throw invalidInput(UPDATE_REFUSALS.nothingNew);
    if (step === "available") void this.#download();
  }

  install(): void {
    if (this.#state.step !== "ready") throw invalidInput(UPDATE_REFUSALS.notReady);
    this.#restart = true;
    // This is stored until the update is installed. If the app ends before that, the next start reports it.
    this.#rememberFailure(notInstalled(this.#state.version, "notInstalled"));
    this.#options.quit();
  }

  postpone(): void {
    this.#set({ postponed: true });
  }

  async openPage(): Promise<void> {
    const { source, openPage } = this.#options;
    if (!source) throw invalidInput(UPDATE_REFUSALS.build);
    await openPage(source.page);
  }

  /**
   * Installs the download after everything else has ended. It never throws: if it fails, the next start reports the
   * reason.
   * @param unfinished the work that the end of the app interrupts. If there is any, the update waits for the next end.
   */
  async installAtEnd(unfinished: UnfinishedWork | null): Promise<void> {
    this.#end.abort();
    const { step, version } = this.#state;
    if (step !== "ready") return;
    if (unfinished !== null) {
      this.#log?.info("update waits", { unfinished });
      if (this.#restart) this.#rememberFailure(notInstalled(version, unfinished));
      return;
    }
    // An installer that runs longer than the app cannot report its result. If the next start still has the old version,
    // the installer has failed.
    this.#rememberFailure(notInstalled(version, "notInstalled"));
    try {
      await this.#options.installer.install(this.#restart);
      this.#isInstalled = true;
      this.#log?.info("update installed", { version });
    } catch (thrown) {
      this.#log?.warn("update not installed", { cause: thrown });
      this.#rememberFailure(installFailure(thrown).error);
    }
  }

  /**
   * The last step of the app's end: restarts the old version if the user asked for a restart and nothing was installed.
   */
  relaunchIfAsked(): void {
    if (this.#restart && !this.#isInstalled) this.#options.installer.relaunch();
  }

  #refusal(): Sentence | null {
    return REFUSALS[this.#state.way] ?? null;
  }

  async #check(): Promise<UpdateState> {
    // A downloaded update stays ready during a check, because the app may quit at any time.
    const isReady = this.#state.step === "ready";
    if (!isReady) this.#set({ step: "checking", error: null });
    try {
      const { policy, source, fetch, platform, arch, clock } = this.#options;
      if (!source) throw invalidInput(UPDATE_REFUSALS.build);
      const name = manifestName(policy.channel, platform, arch);
      const { manifest, filesOf } = await fetchManifest(fetch, source, name);
      const read = await readManifest(manifest, source.key);
      this.#recordHighestVersion(read.version);
      const lastCheck = new Date(clock.now()).toISOString();
      this.#remember({ lastCheck });
      this.#set({ lastCheck });
      const release = { manifest: read, folder: filesOf(read.version) };
      if (isReady) this.#replaceReady(release, manifest);
      else this.#offer(release, manifest);
    } catch (thrown) {
      this.#log?.warn("no update could be looked for", { cause: thrown });
      const error = toAppError(thrown);
      if (!isReady) this.#set({ step: this.#found ? "available" : "idle", error });
      // A lost connection does not affect an update that is ready. But if the server's answer is refused, this is
      // reported.
      else if (error.kind === "update_refused") this.#set({ error });
    }
    return this.#state;
  }

  /** Stores the highest version so far. @throws AppFailure if the server offers an older version. @security */
  #recordHighestVersion(version: string): void {
    const { channel } = this.#options.policy;
    const before = this.#memory.highest[channel];
    if (before !== undefined && isNewer(before, version))
      throw refused(UPDATE_FAULTS.replayed({ offered: version, before }));
    this.#remember({ highest: { ...this.#memory.highest, [channel]: version } });
  }

  /** Offers a higher version instead of the downloaded version. The downloaded version may have been withdrawn. */
  #replaceReady(release: Release, manifest: SignedManifest): void {
    const { version } = this.#state;
    const isHigher = version === null || isNewer(release.manifest.version, version);
    const isEnding = this.#restart || this.#end.signal.aborted;
    if (!isHigher || isEnding) return this.#set({ error: this.#lastFailure });
    this.#remember({ downloaded: null });
    this.#set({ error: null });
    this.#offer(release, manifest);
  }

  #offer(release: Release, manifest: SignedManifest): void {
    const { version } = release.manifest;
    if (!isNewer(version, this.#options.version)) {
      this.#found = null;
      this.#set({ step: "idle", version: null });
      return;
    }
    const isKnown = version === this.#state.version;
    this.#found = { release, manifest };
    this.#set({ step: "available", version, postponed: isKnown && this.#state.postponed });
  }

  async #download(): Promise<void> {
    const found = this.#found;
    if (!found) return;
    const { release, manifest } = found;
    this.#lastFailure = null;
    this.#set({ step: "downloading", received: 0, size: 0, error: null, postponed: false });
    try {
      await this.#options.installer.download(release, (received, size) => this.#set({ received, size }));
      this.#remember({ downloaded: { ...manifest, folder: release.folder } });
      this.#set({ step: "ready" });
    } catch (thrown) {
      this.#log?.warn("update not downloaded", { cause: thrown });
      this.#set({ step: "available", error: updateFailure(thrown).error });
    }
  }

  /** Verifies the download of an earlier session again, as if it had just been downloaded. */
  async #verifyEarlierDownload(): Promise<void> {
    const { downloaded, failure, failureText } = this.#memory;
    const { source, policy, platform, arch, version } = this.#options;
    if (!downloaded || !source) return;
    const { folder, ...manifest } = downloaded;
    const isOurs = manifest.name === manifestName(policy.channel, platform, arch);
    const read = isOurs ? await readManifest(manifest, source.key).catch(() => null) : null;
    if (!read || !isNewer(read.version, version) || this.#state.way !== "install") {
      this.#remember({ downloaded: null, failure: null, failureText: undefined });
      return;
    }
    this.#offer({ manifest: read, folder }, manifest);
    await this.#download();
    this.#remember({ failure: null, failureText: undefined });
    if (failure === null) return;
    this.#lastFailure = {
      kind: "update_refused",
      message: failure,
      ...(failureText && { text: failureText }),
    };
    this.#set({ error: this.#lastFailure });
  }

  #rememberFailure({ message, text }: AppError): void {
    this.#remember({ failure: message, failureText: text });
  }

  /**
   * Saves a part of the memory. If this fails, a second download may be needed, or the warning about an older version
   * is lost, but updates still work.
   */
  #remember(part: Partial<UpdateMemory>): void {
    this.#memory = { ...this.#memory, ...part };
    try {
      this.#file.write(this.#memory);
    } catch (cause) {
      this.#log?.warn("nothing can be remembered of updates", { cause });
    }
  }

  #set(part: Partial<UpdateState>): void {
    this.#state = { ...this.#state, ...part };
    for (const listener of this.#listeners) listener(this.#state);
  }
}
