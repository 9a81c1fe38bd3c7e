import { ChangesForm } from "./changes-form.tsx";
import type { ExportActions } from "./export-frame.tsx";
import type { ExportSource } from "./export-requests.ts";
import { RowsForm } from "./rows-form.tsx";

/** What is exported, and how. */
export function ExportForm({ source, ...actions }: ExportActions & { readonly source: ExportSource }) {
  return source.of === "changes" ? (
    <ChangesForm source={source} actions={actions} />
  ) : (
    <RowsForm source={source} actions={actions} />
  );
}
