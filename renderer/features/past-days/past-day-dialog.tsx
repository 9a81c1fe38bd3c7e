import { Progress, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { AppError } from "../../../shared/base/errors.ts";
import { localDay, startOfLocalDay } from "../../../shared/base/time/local-day.ts";
import { useToday } from "../../base/use-today.ts";
import { unwrap } from "../../base/unwrap.ts";
import { useConnectionApi, type ConnectionApi } from "../../host/host-context.ts";
import { FormButtons, PlainButton } from "../../ui/buttons.tsx";
import { Dialog, type DialogProps } from "../../ui/dialog.tsx";
import { ACTIONS } from "../../ui/messages.ts";
import { ErrorNotice } from "../../ui/notice.tsx";
import { AS_OF, explanation } from "./messages.ts";
import { showPastDay } from "./past-day-store.ts";

interface Request {
  /** The day that is shown now, an ISO 8601 date; null while present rows are shown. */
  readonly day: string | null;
}

/** The dialog that asks for a past day and shows its rows. The user can leave the dialog while the rows are rebuilt. */
export function PastDayDialog({ request, onClose }: DialogProps<Request>) {
  const api = useConnectionApi();
  const { since, first, last } = useDays(api);
  const [chosen, setChosen] = useState<string | null>(request.day);
  const [error, setError] = useState<AppError | null>(null);
  const [isRunning, setIsRunning] = useState(false);
  const day = chosen ?? last;
  const isValid = first !== null && day >= first && day <= last;
  const open = async (): Promise<void> => {
    setError(null);
    setIsRunning(true);
    const result = await api.host.openPastDay({ connectionId: api.connectionId, day });
    setIsRunning(false);
    if (result.ok) {
      showPastDay({ connectionId: api.connectionId, past: result.value });
      onClose();
    } else if (result.error.kind !== "cancelled") setError(result.error);
  };
  const cancel = (): void => {
    if (isRunning) void api.host.closePastDay({ connectionId: api.connectionId });
    onClose();
  };
  return (
    <Dialog title={AS_OF.title} closeAs="cancel" onClose={cancel}>
      <form
        className="sd-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (isValid && !isRunning) void open();
        }}
      >
        <p>{since === null ? AS_OF.nothingObserved : explanation(since)}</p>
        {first !== null && first > last ? (
          <p>{AS_OF.noDay}</p>
        ) : (
          <TextInput
            label={AS_OF.day}
            type="date"
            w={180}
            min={first ?? undefined}
            max={last}
            data-autofocus
            required
            disabled={first === null || isRunning}
            value={day}
            onChange={(event) => setChosen(event.currentTarget.value)}
          />
        )}
        {isRunning && <RebuildProgress connectionId={api.connectionId} />}
        {error && <ErrorNotice error={error} />}
        <FormButtons>
          <PlainButton onClick={cancel}>{ACTIONS.cancel}</PlainButton>
          <PlainButton type="submit" variant="filled" disabled={!isValid} loading={isRunning}>
            {AS_OF.show}
          </PlainButton>
        </FormButtons>
      </form>
    </Dialog>
  );
}

/** The days that can be shown: from the first observed day to yesterday. */
function useDays({ host, connectionId }: ConnectionApi) {
  const today = useToday();
  const { data } = useQuery({
    queryKey: ["observed since", connectionId],
    queryFn: () => unwrap(host.queryObservedSince({ connectionId })),
    gcTime: 0,
  });
  const since = data?.since ?? null;
  return {
    since,
    first: since === null ? null : localDay(new Date(since)),
    last: localDay(startOfLocalDay(today, -1)),
  };
}

function RebuildProgress({ connectionId }: { readonly connectionId: string }) {
  const { host } = useConnectionApi();
  const [{ done, total }, setProgress] = useState({ done: 0, total: 0 });
  useEffect(
    () =>
      host.onPastDayProgress((progress) => {
        if (progress.connectionId === connectionId) setProgress(progress);
      }),
    [host, connectionId],
  );
  const label = total === 0 ? AS_OF.loading : AS_OF.progress({ done, total });
  return (
    <div role="status">
      <Progress value={total === 0 ? 0 : (100 * done) / total} aria-label={label} transitionDuration={0} />
      <p className="sd-num">{label}</p>
    </div>
  );
}
