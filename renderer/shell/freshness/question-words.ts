import type { SyncStatus } from "../../../shared/domain/status.ts";
import { formatCount } from "../../base/format-number.ts";

type Question = NonNullable<SyncStatus["question"]>;

/** A question in words: what was met, what was done about it (nothing), and the answer that goes on. */
export function questionWords({ kind, missing }: Question): {
  readonly title: string;
  readonly text: string;
  /** What the button says that goes on in this connection. */
  readonly accept: string;
} {
  if (kind === "other_company") {
    return {
      title: "Is this another company's key?",
      text: "The service knows none of the locations that are here. Nothing was changed, and nothing is refreshed until you say.",
      accept: "Same company: go on",
    };
  }
  const [rows, of] = [formatCount(missing?.rows ?? 0), formatCount(missing?.of ?? 0)];
  return {
    title: `The service no longer returns ${rows} of ${of} items.`,
    text: "Nothing was changed. Were they removed in a big clean-up, or does the key belong to another company?",
    accept: "They were removed: hide them",
  };
}
