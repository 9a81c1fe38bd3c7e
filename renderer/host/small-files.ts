import type { CallOutput, HostApi } from "../../shared/contract/contract.ts";
import {
  diagnosticsFileName,
  diagnosticsText,
  type Diagnostics,
} from "../../shared/features/diagnostics/diagnostics.ts";
import { fail, said, succeed, type Result } from "../../shared/base/errors.ts";
import { NAME_FILE, nameEntries, nameFileText, type NameRecord } from "../../shared/features/names/names.ts";
import { POLICY_ERRORS } from "../../shared/base/messages.ts";
import { viewFileName, viewFileText } from "../../shared/features/views/view-share.ts";
import type { Call } from "./host-socket.ts";

/** A record of the name book, which the core has checked. */
interface NameRow {
  readonly id: string;
  readonly value: NameRecord;
}

type SmallFiles = Pick<
  HostApi,
  "saveDiagnostics" | "exportView" | "exportNames" | "saveBackup" | "saveWorkbook"
>;

/** The calls that save a small file as a download. A policy may forbid downloads. */
export async function smallFiles(call: Call): Promise<SmallFiles> {
  const boot = (await call("bootstrap", undefined)) as Result<CallOutput<"bootstrap">>;
  const refusal = boot.ok ? refusalOf(boot.value) : boot;
  if (refusal === null) return downloads(call);
  const refuse = (): Promise<Result<never>> => Promise.resolve(refusal);
  return {
    saveDiagnostics: refuse,
    exportView: refuse,
    exportNames: refuse,
    saveBackup: refuse,
    saveWorkbook: refuse,
  };
}

function refusalOf({ policy }: CallOutput<"bootstrap">): Result<never> | null {
  return policy.exportFolders ? fail({ kind: "policy", ...said(POLICY_ERRORS.noDownloads) }) : null;
}

function downloads(call: Call): SmallFiles {
  return {
    saveDiagnostics: async (input) => {
      const result = (await call("diagnostics", input)) as Result<Diagnostics>;
      if (!result.ok) return result;
      const file = diagnosticsFileName(result.value);
      download(file, diagnosticsText(result.value), JSON_TYPE);
      return succeed({ file });
    },
    exportView: (view) => {
      const file = viewFileName(view);
      download(file, viewFileText(view), JSON_TYPE);
      return Promise.resolve(succeed({ file }));
    },
    exportNames: async (input) => {
      const result = (await call("readRecords", { ...input, document: "names" })) as Result<NameRow[]>;
      if (!result.ok) return result;
      const records = new Map(result.value.map(({ id, value }) => [id, value]));
      download(NAME_FILE, nameFileText(nameEntries(records)), "text/csv");
      return succeed({ file: NAME_FILE });
    },
    saveBackup: async () => {
      const result = (await call("makeBackup", undefined)) as Result<CallOutput<"makeBackup">>;
      if (!result.ok) return result;
      download(result.value.name, result.value.text, JSON_TYPE);
      return succeed({ file: result.value.name });
    },
    saveWorkbook: async (input) => {
      const result = (await call("makeWorkbook", input)) as Result<CallOutput<"makeWorkbook">>;
      if (!result.ok) return result;
      const { name, base64 } = result.value;
      download(
        name,
        Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0)),
        WORKBOOK_TYPE,
      );
      return succeed({ file: name });
    },
  };
}

const JSON_TYPE = "application/json";
const WORKBOOK_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

function download(name: string, content: string | Uint8Array<ArrayBuffer>, type: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
