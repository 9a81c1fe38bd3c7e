import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { useLive } from "../../host/host-context.ts";
import { adviseOn } from "../../ui/error-advice.ts";
import { ErrorNotice } from "../../ui/notice.tsx";
import { useUnopened } from "../../inventory/freshness/use-unopened.ts";
import type { QueryResult } from "../query/use-result.ts";
import { NO_ROWS, noMatch } from "./messages.ts";
import { PlainButton } from "../../ui/buttons.tsx";
import { ACTIONS } from "../../ui/messages.ts";
import { FILTERS } from "../filters/messages.ts";

interface GridMessageProps {
  readonly resource: Resource;
  readonly result: QueryResult;
  readonly filters: number;
  readonly onClear: () => void;
}

/** The message in place of rows if there are no rows: the reason, and the next step. */
export function GridMessage({ resource, result, filters, onClear }: GridMessageProps) {
  const status = useLive((live) => live.status);
  const unopened = useUnopened();
  if (unopened) {
    return (
      <>
        <h2>{NO_ROWS.unopened}</h2>
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
        <h2>{noMatch(resource, filters)}</h2>
        <p>{NO_ROWS.clearFilters}</p>
        <PlainButton onClick={onClear}>{FILTERS.clear}</PlainButton>
      </>
    );
  }
  return (
    <>
      <h2>{status.pass ? NO_ROWS.waiting({ resource }) : NO_ROWS.none({ resource })}</h2>
      <p>{status.pass ? NO_ROWS.arriving : NO_ROWS.noneReturned({ resource })}</p>
    </>
  );
}
