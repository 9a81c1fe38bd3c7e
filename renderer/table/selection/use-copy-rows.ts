import { notifications } from "@mantine/notifications";
import type { Query } from "../../../shared/query.ts";
import type { Resource } from "../../../shared/resource-names.ts";
import { useLocalCopy } from "../../app/profile-context.tsx";
import { errorOf } from "../../app/unwrap.ts";
import { useCopy } from "../../app/use-copy.ts";
import { plural } from "../../format/plural.ts";
import type { ColumnSpec } from "../column-layout.ts";
import { NotCopied, readLines } from "./read-lines.ts";
import { tabSeparatedHeader } from "./tab-separated.ts";

/** Copies the rows of a query as tab-separated text of these columns, all from one state of the data. */
export function useCopyRows(
  resource: Resource,
  columns: readonly ColumnSpec[],
): (selected: Query, withHeaders: boolean) => void {
  const copy = useLocalCopy();
  const copyText = useCopy();
  return (selected, withHeaders) => {
    const read = async (): Promise<void> => {
      const lines = await readLines(copy, resource, columns, selected);
      const text = [...(withHeaders ? [tabSeparatedHeader(columns)] : []), ...lines].join("\n");
      copyText(text, plural(lines.length, "row"));
    };
    read().catch((thrown: unknown) =>
      notifications.show({
        message: thrown instanceof NotCopied ? thrown.message : (errorOf(thrown)?.message ?? ""),
        color: "orange",
      }),
    );
  };
}
