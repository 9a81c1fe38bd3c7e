import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useEffect } from "react";
import { useHost } from "../../host/host-context.ts";
import { LATER, updateText, updateTitle } from "../../features/updates/messages.ts";
import { UpdateButton } from "../../features/updates/update-button.tsx";
import { useUpdate } from "../../features/updates/use-update.ts";
import { useAnnounce } from "../../ui/announcer.tsx";
import { Notice } from "../../ui/notice.tsx";
import { succeeds } from "../../ui/notify.tsx";

/** A newer version of the app, until the user puts it off. Nothing of it is urgent enough to be in the way. */
export function UpdateBanner() {
  const host = useHost();
  const update = useUpdate();
  const announce = useAnnounce();
  const isShown =
    update !== null && !update.postponed && update.step !== "idle" && update.step !== "checking";
  const title = isShown ? updateTitle(update) : null;
  useEffect(() => {
    if (title !== null) announce(title);
  }, [announce, title]);
  if (!update || title === null) return null;
  return (
    <Notice
      tone={update.error ? "warn" : "info"}
      icon={<IconDownload size={18} aria-hidden />}
      title={title}
      actions={
        <>
          <UpdateButton update={update} />
          <Button variant="subtle" onClick={() => void succeeds(host.postponeUpdate())}>
            {LATER}
          </Button>
        </>
      }
    >
      <span className="sd-num">{update.error?.message ?? updateText(update)}</span>
    </Notice>
  );
}
