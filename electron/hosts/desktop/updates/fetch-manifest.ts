import { AppFailure, said } from "../../../../shared/base/errors.ts";
import type { NetworkReason, StoreReason } from "../../../../shared/base/error-kinds.ts";
import type { Sentence } from "../../../../shared/base/text/texts.ts";
import { systemClock, timeoutSignal } from "../../../base/clock.ts";
import { networkReason } from "../../../client/network-reason.ts";
import type { HttpAnswer } from "../../../client/transport.ts";
import { UPDATE_DISK, UPDATE_FAULTS, UPDATE_NETWORK, UPDATE_SERVER } from "./messages.ts";
import { SIGNATURE_SUFFIX, type SignedManifest, refused } from "./update-manifest.ts";
import { repositoryOf, type UpdateSource } from "./update-source.ts";

/** The part of `fetch` that is needed. It must follow redirects, because other servers deliver GitHub's releases. */
export type UpdateFetch = (url: string, init: { readonly signal: AbortSignal }) => Promise<HttpAnswer>;

/** The most ms for one complete answer. */
const TIMEOUT = 30_000;
/** The most bytes of a manifest; of a signature; of GitHub's list of ten releases. */
const MAX_MANIFEST = 64 * 1024;
const MAX_SIGNATURE = 1024;
const MAX_LIST = 4 * 1024 * 1024;

/** The addresses of GitHub's servers. Tests use their own servers. */
const GITHUB = { web: "https://github.com", api: "https://api.github.com" } as const;

/** A manifest, and the folder with the files that it names. */
interface FetchedManifest {
  readonly manifest: SignedManifest;
  /** The folder of the files, with a slash at its end. @param version the version in the manifest. */
  readonly filesOf: (version: string) => string;
}

/**
 * Downloads a manifest and its signature, without verifying the signature.
 * @throws AppFailure `network`, `server`, or `not_found` if the server has no manifest of this name.
 */
export async function fetchManifest(
  fetch: UpdateFetch,
  { url }: Pick<UpdateSource, "url">,
  name: string,
  github: typeof GITHUB | { readonly web: string; readonly api: string } = GITHUB,
): Promise<FetchedManifest> {
  const repository = repositoryOf(url);
  const releases = repository && `${github.web}/${repository}/releases`;
  // GitHub's latest release is never a beta, so a beta is searched in the list of releases.
  const beta =
    repository && name.startsWith("beta") ? await findRelease(fetch, github.api, repository, name) : null;
  const folder = releases
    ? beta
      ? `${releases}/download/${beta}/`
      : `${releases}/latest/download/`
    : new URL(url.endsWith("/") ? url : `${url}/`).href;
  const text = await fetchText(fetch, `${folder}${name}`, MAX_MANIFEST);
  const signature = await fetchText(fetch, `${folder}${name}${SIGNATURE_SUFFIX}`, MAX_SIGNATURE);
  return {
    manifest: { name, text, signature },
    // The address contains the version, because the latest release may change before the file is downloaded.
    filesOf: (version) => (releases && !beta ? `${releases}/download/v${version}/` : folder),
  };
}

/** Finds the tag of the newest GitHub release that has a file of this name. */
async function findRelease(
  fetch: UpdateFetch,
  api: string,
  repository: string,
  name: string,
): Promise<string> {
  const text = await fetchText(fetch, `${api}/repos/${repository}/releases?per_page=10`, MAX_LIST);
  for (const release of asList(parse(text))) {
    const tag = String(field(release, "tag_name"));
    const hasFile = asList(field(release, "assets")).some((asset) => field(asset, "name") === name);
    if (hasFile && /^v[0-9A-Za-z.-]+$/.test(tag)) return tag;
  }
  throw notThere();
}

/** The value of a JSON text; null if it is not JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const field = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;

async function fetchText(fetch: UpdateFetch, url: string, limit: number): Promise<string> {
  let answer: HttpAnswer;
  try {
    answer = await fetch(url, { signal: timeoutSignal(systemClock, TIMEOUT) });
    if (answer.status === 200) return await readText(answer, limit);
  } catch (cause) {
    if (cause instanceof AppFailure) throw cause;
    throw unreachable(networkReason(cause), cause);
  }
  await answer.body?.cancel();
  if (answer.status === 404) throw notThere();
  throw new AppFailure({
    kind: "server",
    ...said(UPDATE_SERVER.status({ status: String(answer.status) })),
  });
}

async function readText({ body }: HttpAnswer, limit: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = body?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (value) chunks.push(value);
    size += value?.length ?? 0;
    if (size > limit) {
      await reader?.cancel();
      throw new AppFailure({ kind: "server", ...said(UPDATE_SERVER.answerTooLarge) });
    }
    if (done) return Buffer.concat(chunks).toString("utf8");
  }
}

const notThere = (): AppFailure => new AppFailure({ kind: "not_found", ...said(UPDATE_SERVER.noRelease) });

const REASONS: Readonly<Partial<Record<NetworkReason, Sentence>>> = UPDATE_NETWORK;

/** Makes the error for an answer that is missing or incomplete. */
export function unreachable(reason: NetworkReason, cause: unknown): AppFailure {
  const sentence = REASONS[reason] ?? UPDATE_NETWORK.other;
  return new AppFailure({ kind: "network", reason, ...said(sentence) }, { cause });
}

const DISK: Readonly<Record<string, StoreReason>> = {
  ENOSPC: "full",
  EDQUOT: "full",
  EACCES: "not_writable",
  EPERM: "not_writable",
  EROFS: "not_writable",
};

/** Turns an error of electron-updater, disk or network into an error with a remedy. */
export function updateFailure(thrown: unknown): AppFailure {
  if (thrown instanceof AppFailure) return thrown;
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const code = "code" in error ? String(error.code) : "";
  if (code === "ERR_CHECKSUM_MISMATCH") return refused(UPDATE_FAULTS.otherFile, { cause: error });
  if (code === "ERR_UPDATER_INVALID_SIGNATURE")
    return refused(UPDATE_FAULTS.installerNotSigned, { cause: error });
  const reason = DISK[code];
  if (reason === "full" || reason === "not_writable")
    return new AppFailure({ kind: "store", reason, ...said(UPDATE_DISK[reason]) }, { cause: error });
  if (/, status 404/.test(error.message))
    return new AppFailure({ kind: "not_found", ...said(UPDATE_SERVER.noFile) }, { cause: error });
  return unreachable(networkReason(error), error);
}

/**
 * The error of an installation. An installation needs no network, so an unknown error is not reported as a lost
 * connection.
 */
export function installFailure(thrown: unknown): AppFailure {
  const failure = updateFailure(thrown);
  const { kind } = failure.error;
  if (kind !== "network" && kind !== "not_found") return failure;
  return refused(UPDATE_FAULTS.notInstalled, { cause: thrown });
}
