import { useConnectionApi } from "../../host/host-context.ts";
import { notifyUndo, succeeds, valueOrNotice } from "../../ui/notify.tsx";
import { FileImportDialog } from "../../delivery/file-import/file-import-dialog.tsx";
import { RowList } from "../../delivery/file-import/row-list.tsx";
import { useMappedFile } from "../../delivery/file-import/table-file.tsx";
import { COUNT_COLUMNS, guessCountMapping, readCountSheet } from "./count-sheet.ts";
import { IMPORT, IMPORT_COLUMNS, IMPORT_PROBLEMS, importedText } from "./messages.ts";

interface ImportSheetProps {
  readonly countId: string;
  readonly onClose: () => void;
}

/** The dialog that counts the items in a CSV or XLSX sheet. */
export function ImportSheet({ countId, onClose }: ImportSheetProps) {
  const { host, connectionId } = useConnectionApi();
  const input = useMappedFile(guessCountMapping, ["item"]);
  const { file, mapping, isMapped } = input;
  const sheet = file && isMapped ? readCountSheet(file.table, mapping) : null;
  const entries = sheet?.entries ?? [];
  const save = async (): Promise<boolean> => {
    const saved = await valueOrNotice(
      host.countItems({ connectionId, countId, by: "file", entries: entries.map((entry) => ({ ...entry })) }),
    );
    if (!saved) return false;
    const textsOf = (wanted: string): string[] =>
      entries.filter((_, at) => saved.outcomes[at]?.outcome === wanted).map(({ text }) => text);
    const [unknown, ambiguous] = [textsOf("unknown"), textsOf("ambiguous")];
    const counted = entries.length - unknown.length - ambiguous.length;
    const numbers = saved.outcomes.flatMap(({ scan }) => scan?.number ?? []);
    notifyUndo(importedText(counted, unknown, ambiguous), () => {
      if (numbers.length > 0) void succeeds(host.removeScans({ connectionId, countId, numbers }));
    });
    return true;
  };
  return (
    <FileImportDialog
      input={input}
      parts={COUNT_COLUMNS}
      labels={IMPORT_COLUMNS}
      texts={IMPORT}
      count={entries.length}
      submitLabel={IMPORT.submit({ rows: entries.length })}
      savedText={null}
      onSave={save}
      onClose={onClose}
    >
      {sheet && (
        <>
          <p role="status">{IMPORT.preview({ rows: entries.length })}</p>
          {(["notFound", "unclear", "invalid", "unreadable", "empty"] as const).map((problem) => (
            <RowList key={problem} title={IMPORT_PROBLEMS[problem]} rows={sheet[problem]} />
          ))}
        </>
      )}
    </FileImportDialog>
  );
}
