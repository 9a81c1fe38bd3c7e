import { Radio } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ExportedChanges } from "../../../shared/features/exports/exports.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { changesQuery } from "../../table/changes/change-queries.ts";
import type { ChangesSource } from "../../table/exports/export-requests.ts";
import { DIALECTS } from "./export-choice.ts";
import { ExportFrame, type ExportActions } from "./export-frame.tsx";
import { FormatChoice } from "./format-fields.tsx";
import { useExportChoice } from "./use-export-choice.ts";
import { EXPORT_DIALOG, changeCount, changeOrder, everyChange, filteredChanges } from "./messages.ts";

type Scope = "filtered" | "everything";

interface ChangesFormProps {
  readonly source: ChangesSource;
  readonly actions: ExportActions;
}

/** Which changes of a list are exported, and how. */
export function ChangesForm({ source, actions }: ChangesFormProps) {
  const { profileId } = useConnectionApi();
  const { choice, change, remember } = useExportChoice("changes", source.shown.of);
  const [scope, setScope] = useState<Scope>(source.filtered ? "filtered" : "everything");
  const counts: Readonly<Record<Scope, number | undefined>> = {
    filtered: useChangeCount(source.shown),
    everything: useChangeCount(source.everything),
  };
  const isTable = choice.format === "csv" || choice.format === "xlsx";
  const submit = async (): Promise<void> => {
    remember();
    await actions.onStart({
      profileId,
      changes: scope === "filtered" ? source.shown : source.everything,
      format: choice.format,
      dialect: DIALECTS[choice.separators],
      manifest: choice.manifest,
    });
  };
  return (
    <ExportFrame
      actions={actions}
      size={counts[scope] === undefined ? null : changeCount(counts[scope])}
      onSubmit={submit}
    >
      <Radio.Group
        label={EXPORT_DIALOG.changes}
        description={changeOrder(isTable)}
        value={scope}
        onChange={setScope}
      >
        <div className="sd-choices">
          {source.filtered && <Radio value="filtered" label={filteredChanges(counts.filtered)} />}
          <Radio value="everything" label={everyChange(counts.everything)} />
        </div>
      </Radio.Group>
      <FormatChoice choice={choice} change={change} />
    </ExportFrame>
  );
}

function useChangeCount({ filter }: ExportedChanges): number | undefined {
  return useQuery(changesQuery(useConnectionApi(), filter, 0, 1)).data?.total;
}
