import { useEffect, useEffectEvent, useRef } from "react";
import { scanConsumer } from "../../commands/scans.ts";
import { useLive } from "../../host/host-context.ts";
import { KeyCapture } from "./key-capture.ts";
import { useOpenScanned } from "./use-open-scanned.tsx";

/** Recognises scans on every screen. The innermost consumer gets them; without one, a scan opens its record. */
export function ScanListener() {
  const isOn = useLive(({ settings }) => settings.recogniseScans);
  const setGapMs = useLive(({ settings }) => settings.scanGapMs);
  const open = useOpenScanned();
  const gapMs = useEffectEvent(() => scanConsumer()?.gapMs ?? setGapMs);
  // Records open in the order of their scans.
  const last = useRef(Promise.resolve());
  const take = useEffectEvent((text: string) => {
    last.current = last.current.then(() => open(text));
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const capture = new KeyCapture({
      gapMs: () => gapMs(),
      onScan: (scan) => {
        const consumer = scanConsumer();
        if (consumer) consumer.take(scan);
        else take(scan.text);
      },
    });
    return capture.listenTo(window);
  }, [isOn]);
  return null;
}
