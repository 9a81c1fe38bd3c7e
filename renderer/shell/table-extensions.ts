import { ALERTS_EXTENSION } from "../features/alerts/table-extension.tsx";
import { CUSTODY_EXTENSION } from "../features/custody/table-extension.tsx";
import { EXPORTS_EXTENSION } from "../features/exports/table-extension.ts";
import { LOW_STOCK_EXTENSION } from "../features/low-stock/table-extension.tsx";
import { NAMES_EXTENSION } from "../features/names/table-extension.ts";
import { UnseenChangesLine } from "../features/unseen-changes/unseen-changes-line.tsx";
import type { TableExtension } from "../table/extensions.ts";

/** The extensions of tables and details, in the order of their entries. */
export const TABLE_EXTENSIONS: readonly TableExtension[] = [
  CUSTODY_EXTENSION,
  LOW_STOCK_EXTENSION,
  ALERTS_EXTENSION,
  NAMES_EXTENSION,
  EXPORTS_EXTENSION,
  { Line: UnseenChangesLine },
];
