import { notifications } from "@mantine/notifications";
import type { Query } from "../../../shared/query/query.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { errorOf } from "../../base/unwrap.ts";
import { useCopy } from "../../ui/use-copy.ts";
import { plural } from "../../base/format.ts";
import type { ColumnSpec } from "../../grid/grid-column.ts";
import { COPY_FORMATS, type CopyFormat, type CopyFormatName } from "./copy-formats.ts";
import { NotCopied, readLines } from "./read-lines.ts";

/** Copies these columns of a query's rows, all from one state of the data. */
export function useCopyRows(
  resource: Resource,
  columns: readonly ColumnSpec[],
): (selected: Query, format: CopyFormatName) => void {
  const copy = useConnectionApi();
  const copyText = useCopy();
  return (selected, name) => {
    const read = async (): Promise<void> => {
      const format: CopyFormat = COPY_FORMATS[name];
      const lines = await readLines(copy, resource, columns, selected, format);
      copyText(format.text(columns, lines), plural(lines.length, "row"), format.html?.(columns, lines));
    };
    read().catch((thrown: unknown) =>
      notifications.show({
        message: thrown instanceof NotCopied ? thrown.message : (errorOf(thrown)?.message ?? ""),
        color: "orange",
      }),
    );
  };
}
