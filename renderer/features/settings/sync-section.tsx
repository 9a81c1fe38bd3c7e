import { AutostartSwitch } from "./autostart-switch.tsx";
import { keptSentence, NUMBERS, REFRESHING } from "./messages.ts";
import { settingsSchema, type Settings } from "../../../shared/inventory/settings.ts";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { useLive, useConnectionApi } from "../../host/host-context.ts";
import { useNow } from "../../host/use-now.ts";
import { keptHistoryQuery } from "../../inventory/figures/figure-queries.ts";
import { errorOf } from "../../base/unwrap.ts";
import { ErrorNotice } from "../../ui/notice.tsx";
import { NumberField } from "../../ui/fields.tsx";
import { Section } from "../../ui/section.tsx";
import classes from "../../ui/section.module.css";
import { useSaveSettings } from "../../host/documents.ts";
import { FormButtons, PlainButton } from "../../ui/buttons.tsx";
import { ACTIONS } from "../../ui/messages.ts";

/** The numeric settings, which one form edits together. */
const INPUTS = [
  "pollFocusedSeconds",
  "pollUnfocusedSeconds",
  "overlapSeconds",
  "historyDays",
  "historyChanges",
  "pageSize",
] as const satisfies readonly (keyof Settings)[];
type NumberSetting = (typeof INPUTS)[number];

/** The content of the form. A value is null for an empty field, NaN for an invalid text. */
type SettingsDraft = Readonly<Record<NumberSetting, number | null>>;

/** Either the settings of a valid draft, or the problem of each field. */
type CheckedSettings =
  | { readonly settings: Settings; readonly problems: null }
  | { readonly settings: null; readonly problems: Readonly<Partial<Record<NumberSetting, string>>> };

/** Checks a draft by the contract's schema. So the page and the core always agree. */
export function checkSettings(draft: SettingsDraft, others: Omit<Settings, NumberSetting>): CheckedSettings {
  const numbers = Object.fromEntries(INPUTS.map((name) => [name, draft[name]]));
  const parsed = settingsSchema.safeParse({ ...others, ...numbers });
  if (parsed.success) return { settings: parsed.data, problems: null };
  const problems = parsed.error.issues.map((issue) => {
    const key = String(issue.path[0]);
    if (issue.code === "too_small") return [key, REFRESHING.atLeast({ least: String(issue.minimum) })];
    if (issue.code === "too_big") return [key, REFRESHING.atMost({ most: String(issue.maximum) })];
    return [key, REFRESHING.wholeNumber];
  });
  return { settings: null, problems: Object.fromEntries(problems) };
}

/** The settings of refreshes: how often they run and what they request. */
export function SyncSection() {
  const saved = useLive((live) => live.settings);
  const [draft, setDraft] = useState<SettingsDraft>(saved);
  const save = useSaveSettings();
  const { data: kept } = useQuery(keptHistoryQuery(useConnectionApi()));
  const now = useNow(60_000);
  const checked = checkSettings(pickNumbers(draft), saved);
  const changed = INPUTS.some((name) => draft[name] !== saved[name]);
  const error = errorOf(save.error);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (checked.settings) save.mutate(checked.settings);
  };

  return (
    <Section title={REFRESHING.title}>
      <form className={classes.form} onSubmit={submit}>
        {INPUTS.map((name) => (
          <NumberField
            key={name}
            size="xs"
            {...NUMBERS[name]}
            isWhole
            value={draft[name]}
            error={checked.problems?.[name]}
            onChange={(value) => setDraft({ ...draft, [name]: value })}
          />
        ))}
        {kept && <p className="sd-note">{keptSentence(kept, saved, now)}</p>}
        {error && <ErrorNotice error={error} />}
        <FormButtons>
          <PlainButton disabled={!changed} onClick={() => setDraft(saved)}>
            {REFRESHING.discard}
          </PlainButton>
          <Button type="submit" disabled={!changed || checked.settings === null} loading={save.isPending}>
            {ACTIONS.save}
          </Button>
        </FormButtons>
      </form>
      <AutostartSwitch />
    </Section>
  );
}

function pickNumbers(draft: SettingsDraft): SettingsDraft {
  const { pollFocusedSeconds, pollUnfocusedSeconds, overlapSeconds, pageSize, historyDays, historyChanges } =
    draft;
  return { pollFocusedSeconds, pollUnfocusedSeconds, overlapSeconds, pageSize, historyDays, historyChanges };
}
