import { sentences, texts } from "../../base/text/texts.ts";

export const CUSTODY_LABELS = texts("custody.columns", { late: "Out longer than usual", note: "Note" });

export const CUSTODY_LIMITS = sentences("custody.limits", {
  notes: "A connection can have {most} open notes. Delete some before you add more.",
  types: "At most {most} material types can have a limit of their own.",
});
