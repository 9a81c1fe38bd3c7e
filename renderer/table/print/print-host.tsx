import { useEffect, useState } from "react";
import { lazyPart } from "../../base/lazy-part.tsx";
import { printPreviews, type PrintRequest } from "./print-requests.ts";

const PrintPreview = lazyPart(() => import("./print-preview.tsx"), "PrintPreview");

/** Shows the print preview when it is requested. */
export function PrintHost() {
  const [request, setRequest] = useState<PrintRequest | null>(null);
  useEffect(() => printPreviews.subscribe(setRequest), []);
  if (request === null) return null;
  return <PrintPreview request={request} onClose={() => setRequest(null)} />;
}
