import type { AlertRule, Watch } from "../../../shared/domain/alerts.ts";
import { Emitter } from "../../base/emitter.ts";

/** What the dialog of a rule begins with: a rule to change, or a new one with a name and what it watches. */
export type RuleRequest = { readonly rule: AlertRule } | { readonly name: string; readonly watch: Watch };

/** Requests to open the dialog of an alert rule. */
export const ruleDialogs = new Emitter<RuleRequest>();
