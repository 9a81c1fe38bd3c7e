import { useEffect, useState } from "react";
import { screen } from "../../shell/later.tsx";
import { onPrintPreview, type PrintRequest } from "./print-request.ts";

const PrintPreview = screen((screens) => screens.PrintPreview);

/** Where the preview opens, whichever table asks. */
export function PrintHost() {
  const [request, setRequest] = useState<PrintRequest | null>(null);
  useEffect(() => onPrintPreview(setRequest), []);
  if (request === null) return null;
  return <PrintPreview request={request} onClose={() => setRequest(null)} />;
}
