import { texts } from "../../base/text/texts.ts";

export const CUSTODY_LABELS = texts("custody.columns", { late: "Out longer than usual" });
