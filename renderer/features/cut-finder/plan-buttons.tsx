import { notifications } from "@mantine/notifications";
import { IconFileTypePdf, IconPrinter } from "@tabler/icons-react";
import { useHostServices } from "../../host/host-context.ts";
import { BROWSER_SAVES_PDF } from "../../table/print/messages.ts";
import { PlainButton } from "../../ui/buttons.tsx";
import { valueOrNotice } from "../../ui/notify.tsx";
import { pdfSaved, PLAN } from "./messages.ts";

/** Prints the plan on screen, or saves it as a PDF. @param title for the file's name. */
export function PrintButtons({ title }: { readonly title: string }) {
  const { host, boot } = useHostServices();
  const isBrowser = boot.host === "browser";
  const savePdf = async (): Promise<void> => {
    const saved = await valueOrNotice(host.savePdf({ name: title.slice(0, 200) }));
    if (saved && saved.file !== null) notifications.show({ message: pdfSaved(saved.file) });
  };
  return (
    <>
      {!isBrowser && (
        <PlainButton leftSection={<IconFileTypePdf size={16} aria-hidden />} onClick={() => void savePdf()}>
          {PLAN.pdf}
        </PlainButton>
      )}
      <PlainButton
        leftSection={<IconPrinter size={16} aria-hidden />}
        title={isBrowser ? BROWSER_SAVES_PDF : undefined}
        onClick={() => window.print()}
      >
        {PLAN.print}
      </PlainButton>
    </>
  );
}
