import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { useLive, useConnectionApi } from "../../host/host-context.ts";
import { useNow } from "../../host/use-now.ts";
import { keptHistoryQuery } from "../../table/figures/figure-queries.ts";
import { errorOf } from "../../base/unwrap.ts";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { keptSentence, NUMBERS, REFRESHING, DISCARD } from "./messages.ts";
import { NumberField } from "../../ui/number-field.tsx";
import { Section } from "../../ui/section.tsx";
import { checkSettings, type NumberSetting, type SettingsDraft } from "./settings-form.ts";
import classes from "../../ui/section.module.css";
import { useSaveSettings } from "../../host/use-save-settings.ts";
import { FormButtons, PlainButton } from "../../ui/buttons.tsx";
import { ACTIONS } from "../../ui/messages.ts";

const INPUTS = [
  "pollFocusedSeconds",
  "pollUnfocusedSeconds",
  "overlapSeconds",
  "historyDays",
  "historyChanges",
  "pageSize",
] as const satisfies readonly NumberSetting[];

/** The settings of refreshes: their frequency and their requests. */
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
    <Section title={REFRESHING}>
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
            {DISCARD}
          </PlainButton>
          <Button type="submit" disabled={!changed || checked.settings === null} loading={save.isPending}>
            {ACTIONS.save}
          </Button>
        </FormButtons>
      </form>
    </Section>
  );
}

function pickNumbers(draft: SettingsDraft): SettingsDraft {
  const { pollFocusedSeconds, pollUnfocusedSeconds, overlapSeconds, pageSize, historyDays, historyChanges } =
    draft;
  return { pollFocusedSeconds, pollUnfocusedSeconds, overlapSeconds, pageSize, historyDays, historyChanges };
}
