import { useEffect, useState } from "react";
import { useHost } from "../../host/host-context.ts";
import { lazyPart } from "../../base/lazy-part.tsx";
import { importRequests } from "./import-requests.ts";

const ImportDialog = lazyPart(() => import("./import-dialog.tsx"), "ImportDialog");

/** Shows the dialog that imports a view when it is requested. */
export function ViewImport() {
  const [text, setText] = useState<string | null>(null);
  const host = useHost();
  useEffect(() => {
    const stop = importRequests.subscribe(setText);
    // A link opened in another program waits in the core until the page is ready.
    const take = async (): Promise<void> => {
      const result = await host.takeViewLink();
      if (result.ok && result.value !== null) setText(result.value);
    };
    void take();
    const stopListening = host.onCommand(({ name }) => {
      if (name === "viewLink") void take();
    });
    return () => {
      stop();
      stopListening();
    };
  }, [host]);
  if (text === null) return null;
  // Another link replaces the one that is open.
  return <ImportDialog key={text} initial={text} onClose={() => setText(null)} />;
}
