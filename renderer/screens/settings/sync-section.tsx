import { Button, NumberInput } from "@mantine/core";
import { useState, type FormEvent } from "react";
import { useLive } from "../../host/host-context.tsx";
import { errorOf } from "../../host/unwrap.ts";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { Section } from "./section.tsx";
import { checkSettings, type NumberSetting, type SettingsDraft } from "./settings-form.ts";
import classes from "./settings.module.css";
import { useSaveSettings } from "../../inventory/settings/use-save-settings.ts";

const INPUTS: readonly {
  readonly name: NumberSetting;
  readonly label: string;
  readonly description: string;
}[] = [
  {
    name: "pollFocusedSeconds",
    label: "Refresh while in use (seconds)",
    description: "From the end of one refresh to the start of the next",
  },
  {
    name: "pollUnfocusedSeconds",
    label: "Refresh in the background (seconds)",
    description: "The same while another window has the focus",
  },
  {
    name: "overlapSeconds",
    label: "Overlap (seconds)",
    description: "Each refresh looks this far back before the last",
  },
  {
    name: "historyDays",
    label: "Keep observed changes for (days)",
    description: "Older changes leave Activity and the items' histories",
  },
  {
    name: "historyChanges",
    label: "Keep at most (changes)",
    description: "The oldest go first, 1,000 to 2,000,000",
  },
  { name: "pageSize", label: "Page size (records)", description: "Records per request, 1 to 250" },
];

/** How often and how the service is asked. */
export function SyncSection() {
  const saved = useLive((live) => live.settings);
  const [draft, setDraft] = useState<SettingsDraft>(saved);
  const save = useSaveSettings();
  const checked = checkSettings(pickNumbers(draft), saved);
  const changed = INPUTS.some(({ name }) => draft[name] !== saved[name]);
  const error = errorOf(save.error);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (checked.settings) save.mutate(checked.settings);
  };

  return (
    <Section title="Refreshing">
      <form className={classes.form} onSubmit={submit}>
        {INPUTS.map(({ name, label, description }) => (
          <NumberInput
            key={name}
            size="xs"
            label={label}
            description={description}
            allowDecimal={false}
            allowNegative={false}
            value={draft[name]}
            error={checked.problems?.[name]}
            onChange={(value) => setDraft({ ...draft, [name]: value })}
          />
        ))}
        {error && <ErrorNotice error={error} />}
        <div className={classes.buttons}>
          <Button variant="default" disabled={!changed} onClick={() => setDraft(saved)}>
            Discard
          </Button>
          <Button type="submit" disabled={!changed || checked.settings === null} loading={save.isPending}>
            Save
          </Button>
        </div>
      </form>
    </Section>
  );
}

function pickNumbers(draft: SettingsDraft): SettingsDraft {
  const { pollFocusedSeconds, pollUnfocusedSeconds, overlapSeconds, pageSize, historyDays, historyChanges } =
    draft;
  return { pollFocusedSeconds, pollUnfocusedSeconds, overlapSeconds, pageSize, historyDays, historyChanges };
}
