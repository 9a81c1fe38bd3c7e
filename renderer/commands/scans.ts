import { useEffect, useEffectEvent } from "react";

/** A scan of a barcode or QR scanner. */
export interface Scan {
  readonly text: string;
  /** The longest time between two keys of this scan, in ms by their time stamps. */
  readonly largestGapMs: number;
  /** True if Caps Lock is on. It swaps the case of the letters from most scanners. */
  readonly isCapsLockOn: boolean;
}

/** Handles a scan. The next scan waits until this scan is handled. */
type ScanHandler = (scan: Scan) => Promise<void> | void;

/** A part of the page that receives scans while it is on screen. */
interface ScanConsumer {
  readonly take: ScanHandler;
  /** The longest time between two keys of a scan, in ms; null to use the user's setting. */
  readonly gapMs: number | null;
}

const consumers: ScanConsumer[] = [];

/**
 * Receives the scans while the component is on screen. The consumer that was added last receives them; without a
 * consumer, the page opens the scanned record.
 * @param handle handles a scan; null while the component receives no scans.
 * @param gapMs the longest time between two keys, in ms; null for the user's setting.
 */
export function useScans(handle: ScanHandler | null, gapMs: number | null = null): void {
  const take = useEffectEvent((scan: Scan) => handle?.(scan));
  const isActive = handle !== null;
  useEffect(() => {
    if (!isActive) return undefined;
    const consumer: ScanConsumer = { take: (scan) => take(scan), gapMs };
    consumers.push(consumer);
    return () => void consumers.splice(consumers.indexOf(consumer), 1);
  }, [isActive, gapMs]);
}

/** The consumer that gets the next scan. Undefined if there is no consumer; then the page opens the scanned record. */
export function scanConsumer(): ScanConsumer | undefined {
  return consumers.at(-1);
}

let inHand: Scan | null = null;

/** Passes a scan to its handler. @returns a promise that resolves once the handler is done. */
export async function handleScan(scan: Scan, handle: ScanHandler): Promise<void> {
  inHand = scan;
  try {
    await handle(scan);
  } finally {
    inHand = null;
  }
}

/** The scan that is being handled now; null between scans. */
export function scanInHand(): Scan | null {
  return inHand;
}
