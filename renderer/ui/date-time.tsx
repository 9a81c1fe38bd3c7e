import { formatAge, formatDateTime, formatUtc } from "../base/format.ts";

/** An instant in local form, with exact UTC on hover. Its age follows if `now` is given. */
export function DateTime({ iso, now }: { readonly iso: string; readonly now?: number | undefined }) {
  const age = now === undefined ? "" : formatAge(iso, now);
  return (
    <time dateTime={iso} title={formatUtc(iso)} className="sd-num">
      {formatDateTime(iso)}
      {age && <span className="sd-dimmed"> · {age}</span>}
    </time>
  );
}
