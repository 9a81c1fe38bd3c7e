import { sentences } from "../../base/text/texts.ts";

export const COUNT_LIMITS = sentences("counts.limits", {
  counts: "A connection can have {most} counts. Delete old ones.",
  scans: "The counts of a connection can have {most} scans. Delete old counts.",
  rows: "The counts of this connection have too many rows. Delete old counts.",
});
