import { useEffect } from "react";
import { lazyPart } from "../../base/lazy-part.tsx";
import { useHost } from "../../host/host-context.ts";
import { defineDialog } from "../../ui/dialog.tsx";

/** The dialog that imports a view. Its request is a link, or "" to begin without a link. */
export const viewImport = defineDialog(lazyPart(() => import("./import-dialog.tsx"), "ImportDialog"));

/** Imports views from links that the user opens in other programs. */
export function useViewLinks(): void {
  const host = useHost();
  useEffect(() => {
    // A link waits in the core until the page is ready.
    const take = async (): Promise<void> => {
      const result = await host.takeViewLink();
      if (result.ok && result.value !== null) viewImport.open(result.value);
    };
    void take();
    return host.onCommand(({ name }) => {
      if (name === "viewLink") void take();
    });
  }, [host]);
}
