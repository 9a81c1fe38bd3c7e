import { IconCopy } from "@tabler/icons-react";
import { useCopy } from "../../ui/use-copy.ts";
import { formatMoment, formatUtc } from "../../base/format-date.ts";
import classes from "./diagnostics.module.css";
import { copyRequestId } from "./messages.ts";

/** When something happened, to the second; the exact UTC on hover. */
export function Moment({ iso, now }: { readonly iso: string; readonly now: number }) {
  return (
    <time dateTime={iso} title={formatUtc(iso)}>
      {formatMoment(iso, now)}
    </time>
  );
}

/** A request id, copied by a click; a dash where the service gave none. */
export function RequestId({ id }: { readonly id: string | null }) {
  const copy = useCopy();
  if (id === null) return <span className="sd-dimmed">–</span>;
  return (
    <button
      type="button"
      className={classes.requestId}
      title={`Copy ${id}`}
      aria-label={copyRequestId(id)}
      onClick={() => copy(id, "Request id")}
    >
      <span className="sd-mono">{id}</span>
      <IconCopy size={13} aria-hidden />
    </button>
  );
}

/** How something ended; the word says it, the colour only repeats it. */
export function Outcome({ failure }: { readonly failure: string | null }) {
  return (
    <span className={classes.outcome} data-tone={failure === null ? "good" : "bad"}>
      {failure ?? "OK"}
    </span>
  );
}
