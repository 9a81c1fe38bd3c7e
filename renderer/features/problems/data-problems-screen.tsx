import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { today } from "../../base/clock.ts";
import type { ProblemMute } from "../../../shared/features/problems/problem-mutes.ts";
import { muteId, PROBLEMS } from "../../../shared/features/problems/problems.ts";
import { RESOURCES } from "../../../shared/inventory/resource-names.ts";
import { compileFilter } from "../../../shared/query/views/compile-view.ts";
import { formatDay } from "../../base/format.ts";
import { useLive, useConnectionApi } from "../../host/host-context.ts";
import { countQuery } from "../../inventory/records/record-queries.ts";
import { QuietButton } from "../../ui/buttons.tsx";
import { succeeds } from "../../ui/notify.tsx";
import { MUTE, RULE_TITLES, DATA_PROBLEMS } from "./messages.ts";
import { MuteDialog, type MuteRequest } from "./mute-dialog.tsx";
import { RuleTable } from "./rule-table.tsx";
import { useRecords, useSaveRecords } from "../../host/documents.ts";
import classes from "./data-problems.module.css";

const WITH_PROBLEMS = {
  version: 1 as const,
  filter: compileFilter({ kind: "presence", field: PROBLEMS.name, empty: false }, today()),
};

/** The screen of data problems, rule by rule. */
export function DataProblemsScreen() {
  const api = useConnectionApi();
  const isComplete = useLive(({ status }) => status.firstPullComplete);
  const mutes = [...useRecords("mutes").values()];
  const { data } = useQuery(countQuery(api, "items", WITH_PROBLEMS));
  const [request, setRequest] = useState<MuteRequest | null>(null);
  const saveMutes = useSaveRecords("mutes");
  const unmute = (mute: ProblemMute): void => void succeeds(saveMutes([{ id: muteId(mute), value: null }]));
  return (
    <div className={`sd-page ${classes.page}`}>
      <h1 className="sd-title" tabIndex={-1}>
        {DATA_PROBLEMS.title}
      </h1>
      <p className="sd-note">{DATA_PROBLEMS.intro}</p>
      <p className={classes.count} role="status">
        {!isComplete
          ? DATA_PROBLEMS.notYet
          : data && (data.total === 0 ? DATA_PROBLEMS.none : DATA_PROBLEMS.found({ items: data.total }))}
      </p>
      {isComplete && (
        <>
          {RESOURCES.map((resource) => (
            <RuleTable
              key={resource}
              resource={resource}
              mutes={mutes.filter((mute) => mute.resource === resource)}
              onMute={setRequest}
              onUnmute={unmute}
            />
          ))}
          <MutedRecords mutes={mutes} onUnmute={unmute} />
        </>
      )}
      {request && <MuteDialog request={request} onClose={() => setRequest(null)} />}
    </div>
  );
}

interface MutedRecordsProps {
  readonly mutes: readonly ProblemMute[];
  readonly onUnmute: (mute: ProblemMute) => void;
}

/** The list of muted rules for single records, with the reasons. */
function MutedRecords({ mutes, onUnmute }: MutedRecordsProps) {
  const own = mutes.filter(({ id }) => id !== null);
  if (own.length === 0) return null;
  return (
    <section>
      <h2 className={classes.heading}>{MUTE.recordsHeading}</h2>
      <ul className={`sd-list ${classes.muted}`}>
        {own.map((mute) => (
          <li key={`${mute.resource} ${mute.rule} ${mute.id}`}>
            <span className="sd-mono">{mute.id}</span> <span>{RULE_TITLES[mute.rule]}</span>{" "}
            <span className="sd-dimmed">
              {MUTE.because({ reason: mute.reason, day: formatDay(mute.mutedAt) })}
            </span>{" "}
            <QuietButton
              aria-label={MUTE.unmuteRecord({ rule: RULE_TITLES[mute.rule], id: mute.id ?? "" })}
              onClick={() => onUnmute(mute)}
            >
              {MUTE.unmute}
            </QuietButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
