import type { ExportContext } from "./describe-export.ts";
import type { ChangesPlan, ExportPlan } from "./export-plan.ts";

/** One export: from which copy, to which file. */
export interface ExportJob {
  readonly inventory: string;
  readonly out: string;
  readonly plan: ExportPlan | ChangesPlan;
  readonly context: ExportContext;
  /** Whether a manifest is written beside the file. */
  readonly manifest: boolean;
}

/** What a worker is started for: a whole export, or to make lines for one. */
export type ExportWorkerStart =
  | { readonly role: "file"; readonly job: ExportJob }
  | { readonly role: "lines"; readonly file: string; readonly plan: ExportPlan };
