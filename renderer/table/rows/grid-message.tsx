import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { useLive } from "../../host/host-context.ts";
import { adviseOn } from "../../ui/error-advice.ts";
import { ErrorNotice } from "../../ui/notice.tsx";
import { useUnopened } from "../../inventory/freshness/use-unopened.ts";
import { RESOURCE_LABELS } from "../../inventory/labels/messages.ts";
import type { QueryResult } from "../query/use-result.ts";
import { ARRIVING, CLEAR_FILTERS_HINT, COPY_UNOPENED, noMatch, noneReturned, noRows } from "./messages.ts";
import { PlainButton } from "../../ui/buttons.tsx";
import { ACTIONS } from "../../ui/messages.ts";
import { FILTERS } from "../filters/messages.ts";

interface GridMessageProps {
  readonly resource: Resource;
  readonly result: QueryResult;
  readonly filters: number;
  readonly onClear: () => void;
}

/** Shown in place of rows if there are none: why, and the next step. */
export function GridMessage({ resource, result, filters, onClear }: GridMessageProps) {
  const status = useLive((live) => live.status);
  const unopened = useUnopened();
  const { many } = RESOURCE_LABELS[resource];
  if (unopened) {
    return (
      <>
        <h2>{COPY_UNOPENED}</h2>
        <p>{adviseOn(unopened).advice}</p>
      </>
    );
  }
  if (result.error) {
    return (
      <>
        <ErrorNotice error={result.error} />
        <PlainButton onClick={result.retry}>{ACTIONS.tryAgain}</PlainButton>
      </>
    );
  }
  if (result.pending) return null;
  if (filters > 0 && result.all !== 0) {
    return (
      <>
        <h2>{noMatch(many, filters)}</h2>
        <p>{CLEAR_FILTERS_HINT}</p>
        <PlainButton onClick={onClear}>{FILTERS.clear}</PlainButton>
      </>
    );
  }
  return (
    <>
      <h2>{noRows(many, status.pass !== null)}</h2>
      <p>{status.pass ? ARRIVING : noneReturned(many)}</p>
    </>
  );
}
