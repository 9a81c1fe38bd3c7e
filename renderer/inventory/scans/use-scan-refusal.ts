import { notifications } from "@mantine/notifications";
import { useHostServices } from "../../host/host-context.ts";
import { scanInHand } from "../../commands/scans.ts";
import { notifyAction } from "../../ui/notify.tsx";
import { SCANS } from "./messages.ts";
import { joinSentences } from "../../ui/join-sentences.ts";

/** A button in the notice of a refused scan. */
interface RefusalAction {
  readonly label: string;
  readonly act: () => void;
}

/** The id of the notice. There is one id, because only the last scan matters. */
const NOTICE = "scan";

/**
 * Returns a function that shows why a scan did nothing. It also makes a sound, unless the user turned the sound off.
 */
export function useScanRefusal(): (reason: string, action?: RefusalAction) => void {
  const { live } = useHostServices();
  return (reason, action) => {
    const message = scanInHand()?.isCapsLockOn === true ? joinSentences(reason, SCANS.capsLock) : reason;
    if (action) notifyAction(message, action.label, action.act, NOTICE);
    else {
      notifications.hide(NOTICE);
      notifications.show({ id: NOTICE, message, color: "orange" });
    }
    if (live.get().settings.scanSound) playRefusal();
  };
}

const [PITCH_HZ, SECONDS, VOLUME] = [220, 0.25, 0.2];

/** Plays one low tone. */
function playRefusal(): void {
  const audio = new AudioContext();
  const [tone, volume] = [audio.createOscillator(), audio.createGain()];
  tone.frequency.value = PITCH_HZ;
  volume.gain.value = VOLUME;
  tone.connect(volume).connect(audio.destination);
  tone.addEventListener("ended", () => void audio.close());
  tone.start();
  tone.stop(audio.currentTime + SECONDS);
}
