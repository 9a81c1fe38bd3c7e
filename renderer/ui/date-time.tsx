import { formatAge, formatDateTime, formatUtc } from "../base/format.ts";

/** An instant in local form. Hovering over it shows the exact UTC time. If `now` is given, its age follows. */
export function DateTime({ iso, now }: { readonly iso: string; readonly now?: number | undefined }) {
  const age = now === undefined ? "" : formatAge(iso, now);
  return (
    <time dateTime={iso} title={formatUtc(iso)} className="sd-num">
      {formatDateTime(iso)}
      {age && <span className="sd-dimmed"> · {age}</span>}
    </time>
  );
}
