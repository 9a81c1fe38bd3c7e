import { texts } from "../../../shared/base/text/texts.ts";
import type { ExportFormat } from "../../../shared/delivery/export-formats.ts";
import type { ExportChoice } from "./export-choice.ts";

export const FORMAT_FIELDS = texts("delivery.files", {
  format: "Format",
  separators: "Separators and decimals",
  manifest: "A manifest next to the file, with its origin and SHA-256",
});
export const FORMAT_LABELS: Readonly<Record<ExportFormat, string>> = texts("delivery.files.formats", {
  csv: "CSV, for spreadsheets and programs",
  xlsx: "XLSX, for Excel",
  json: "JSON, one object",
  ndjson: "NDJSON, one record a line",
  parquet: "Parquet, for data tools",
});
export const FORMAT_NAMES: Readonly<Record<ExportFormat, string>> = texts("delivery.files.formatNames", {
  csv: "CSV",
  xlsx: "XLSX",
  json: "JSON",
  ndjson: "NDJSON",
  parquet: "Parquet",
});
export const SEPARATOR_LABELS: Readonly<Record<ExportChoice["separators"], string>> = texts(
  "delivery.files.separators",
  { comma: "Commas, 1.5", semicolon: "Semicolons, 1,5", tab: "Tabs, 1.5" },
);
