import { Group, Select } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { isLanguage, LANGUAGES, LANGUAGE_TAGS } from "../../../shared/base/text/languages.ts";
import { errorOf, unwrap } from "../../base/unwrap.ts";
import { useMutationCall } from "../../base/use-mutation-call.ts";
import { useHost } from "../../host/host-context.ts";
import { PlainButton } from "../../ui/buttons.tsx";
import { ErrorNotice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { LANGUAGE } from "./messages.ts";

const KEY = ["language"] as const;
const SYSTEM = "system";

/** The language of the app: the language of the system, or a language of the list. A change needs a restart. */
export function LanguageSection() {
  const host = useHost();
  const client = useQueryClient();
  const { data: state, error } = useQuery({ queryKey: KEY, queryFn: () => unwrap(host.getLanguage()) });
  const change = useMutationCall(host.saveLanguage, (next) => client.setQueryData(KEY, next));
  const restart = useMutationCall(host.restart, () => {});
  const failure = errorOf(change.error ?? restart.error ?? error);
  const isChanged = state !== undefined && state.next !== state.running;
  return (
    <Section title={LANGUAGE.title}>
      <Select
        label={LANGUAGE.label}
        description={state?.byPolicy ? LANGUAGE.byPolicy : LANGUAGE.hint}
        disabled={state === undefined || state.byPolicy}
        value={state?.byPolicy ? state.next : (state?.chosen ?? SYSTEM)}
        allowDeselect={false}
        onChange={(value) => change.mutate({ language: isLanguage(value) ? value : null })}
        data={[
          { value: SYSTEM, label: LANGUAGE.system },
          ...LANGUAGE_TAGS.map((value) => ({ value, label: LANGUAGES[value] })),
        ]}
      />
      {isChanged && (
        <Group gap={8} role="status">
          <span>{LANGUAGE.afterRestart({ language: LANGUAGES[state.next] })}</span>
          {state.canRestart && (
            <PlainButton onClick={() => restart.mutate(undefined)}>{LANGUAGE.restart}</PlainButton>
          )}
        </Group>
      )}
      {failure && <ErrorNotice error={failure} />}
    </Section>
  );
}
