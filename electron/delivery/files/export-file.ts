import fs from "node:fs/promises";
import path from "node:path";
import { changesBody } from "./changes-body.ts";
import { cancelled, type ExportBody, type ExportWatch } from "./export-body.ts";
import type { ExportJob } from "./export-plan.ts";
import { manifestPath } from "./file-name.ts";
import { rowsBody } from "./rows-body.ts";
import { stageFile, type StagedFile } from "./staged-file.ts";

/** The file that was written. */
export interface Exported extends Pick<StagedFile, "bytes" | "sha256"> {
  /** The number of rows, or the number of changes. */
  readonly rows: number;
  /** The path of the manifest; null if there is no manifest. */
  readonly manifest: string | null;
  /** The moment of the rows, and the last refresh before it, ISO 8601; null for the current rows. */
  readonly past: { readonly asOf: string; readonly refreshedAt: string } | null;
  /** The service's time up to which the copy was complete, ISO 8601; null before the end of the first pull. */
  readonly completeAsOf: string | null;
}

/**
 * Writes rows or changes into a file, completely or not at all. All rows or changes are from one state of the data.
 * @throws AppFailure `store`, `cancelled`; QueryError for an unknown field or column.
 */
export async function exportFile(job: ExportJob, watch: ExportWatch): Promise<Exported> {
  const { out } = job;
  if (watch.signal.aborted) throw cancelled();
  const body = bodyOf(job);
  try {
    const data = await stageFile(out, body.chunks(watch));
    try {
      const manifest = job.manifest
        ? await stageFile(manifestPath(out), [manifestText(out, body, data)])
        : null;
      try {
        await data.commit();
        await manifest?.commit();
        if (!manifest) await removeStaleManifest(out);
      } catch (thrown) {
        await manifest?.discard();
        throw thrown;
      }
    } catch (thrown) {
      await data.discard();
      throw thrown;
    }
    const { bytes, sha256 } = data;
    const manifest = job.manifest ? manifestPath(out) : null;
    const { completeAsOf } = body.description;
    return { rows: body.total, bytes, sha256, manifest, past: pastOf(body), completeAsOf };
  } finally {
    body.close();
  }
}

function pastOf({ description }: ExportBody): Exported["past"] {
  if (!("resource" in description)) return null;
  const { asOf, refreshedAt } = description;
  return asOf === undefined || refreshedAt === undefined ? null : { asOf, refreshedAt };
}

/** Removes the manifest of an earlier export, which would describe another file. */
async function removeStaleManifest(out: string): Promise<void> {
  const file = manifestPath(out);
  try {
    const found = JSON.parse(await fs.readFile(file, "utf8")) as { kind?: unknown; file?: unknown } | null;
    if (found?.kind === "stockdeck-export" && found.file === path.basename(out)) await fs.rm(file);
  } catch {
    // There is no manifest, or another program wrote the file.
  }
}

function bodyOf({ inventory, plan, context }: ExportJob): ExportBody {
  return "changes" in plan ? changesBody(inventory, plan, context) : rowsBody(inventory, plan, context);
}

function manifestText(out: string, { description }: ExportBody, { bytes, sha256 }: StagedFile): Uint8Array {
  const manifest = { file: path.basename(out), bytes, sha256, ...description };
  return Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
}
