import type { AlertRule } from "../../../shared/features/alerts/alerts.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { Emitter } from "../../base/emitter.ts";
import type { WatchDraft } from "./rule-draft.ts";

/** A rule to edit, or what a new one is to watch. */
export type RuleRequest =
  { readonly rule: AlertRule } | { readonly rule: null; readonly watch: Partial<WatchDraft> };

/** Requests to open the dialog that makes or edits a rule. */
export const ruleDialogs = new Emitter<RuleRequest>();

/** Opens the dialog for a rule about a saved view. */
export const watchView = (viewId: string): void =>
  ruleDialogs.emit({ rule: null, watch: { kind: "view", viewId } });

/** Opens the dialog for a rule about one record. */
export const watchRecord = (resource: Resource, id: string): void =>
  ruleDialogs.emit({ rule: null, watch: { kind: "record", record: { resource, id } } });

/** Opens the dialog for a rule about the stock of a material type. */
export const watchLow = (typeId: string): void =>
  ruleDialogs.emit({ rule: null, watch: { kind: "low", typeId } });
