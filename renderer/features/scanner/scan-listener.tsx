import { useEffect, useEffectEvent, useRef } from "react";
import { handleScan, scanConsumer } from "../../commands/scans.ts";
import { useLive } from "../../host/host-context.ts";
import { KeyCapture } from "./key-capture.ts";
import { useOpenScanned } from "./use-open-scanned.tsx";

/**
 * Recognises scans on every screen. The consumer that was added last gets the scans. Without a consumer, the page opens
 * the scanned record.
 */
export function ScanListener() {
  const isOn = useLive(({ settings }) => settings.recogniseScans);
  const setGapMs = useLive(({ settings }) => settings.scanGapMs);
  const open = useOpenScanned();
  const gapMs = useEffectEvent(() => scanConsumer()?.gapMs ?? setGapMs);
  const take = useEffectEvent((text: string) => open(text));
  const queue = useRef(Promise.resolve());
  useEffect(() => {
    if (!isOn) return undefined;
    const capture = new KeyCapture({
      gapMs: () => gapMs(),
      onScan: (scan) => {
        const consumer = scanConsumer();
        // Scans are handled one after another. A failed scan must not stop later scans.
        queue.current = queue.current
          .then(() => handleScan(scan, consumer?.take ?? (({ text }) => take(text))))
          .catch(reportError);
      },
    });
    return capture.listenTo(window);
  }, [isOn]);
  return null;
}
