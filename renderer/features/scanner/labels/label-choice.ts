import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { z } from "zod";
import { parseJson } from "../../../../shared/base/text/json.ts";
import { unwrap } from "../../../base/unwrap.ts";
import { useConnectionApi } from "../../../host/host-context.ts";
import { FORMAT_NAMES, type LabelFormatName } from "./label-formats.ts";
import { MAX_OWN_LINE } from "./own-line.ts";

const choiceSchema = z.object({
  format: z.enum(FORMAT_NAMES as readonly [LabelFormatName, ...LabelFormatName[]]),
  /** Whether labels have a barcode next to the QR code. */
  barcode: z.boolean(),
  /** The user's own line, with placeholders; empty for none. */
  own: z.string().max(MAX_OWN_LINE),
});
export type LabelChoice = Readonly<z.infer<typeof choiceSchema>>;

const FIRST_CHOICE: LabelChoice = { format: "sheet", barcode: false, own: "" };
/** The name under which the choice is kept, for each connection. */
const NAME = "labels";

interface RememberedChoice {
  readonly choice: LabelChoice;
  readonly change: (part: Partial<LabelChoice>) => void;
  readonly remember: () => void;
}

/** The choices of the last print of this connection. */
export function useLabelChoice(): RememberedChoice {
  const { host, connectionId } = useConnectionApi();
  const memory = useQuery({
    queryKey: ["label-choice", connectionId],
    queryFn: () => unwrap(host.loadUiState({ connectionId, name: NAME })),
    gcTime: 0,
    staleTime: 0,
  });
  const [changes, setChanges] = useState<Partial<LabelChoice>>({});
  const remembered = choiceSchema.safeParse(parseJson(memory.data ?? null)).data;
  const choice = { ...FIRST_CHOICE, ...remembered, ...changes };
  return {
    choice,
    change: (part) => setChanges((now) => ({ ...now, ...part })),
    // A failure to remember must not disturb the print.
    remember: () => void host.saveUiState({ connectionId, name: NAME, value: JSON.stringify(choice) }),
  };
}
