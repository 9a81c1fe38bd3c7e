import { useEffect, useEffectEvent } from "react";

/** A scan of a barcode or QR scanner. */
export interface Scan {
  readonly text: string;
  /** The longest time between two of its keys, in ms by their own time stamps. */
  readonly largestGapMs: number;
  /** If Caps Lock is on, it swaps the case of the letters from most scanners. */
  readonly isCapsLockOn: boolean;
}

/** Handles a scan. The next scan waits until it is done. */
type ScanHandler = (scan: Scan) => Promise<void> | void;

/** A part of the page that receives scans while it is on screen. */
interface ScanConsumer {
  readonly take: ScanHandler;
  /** The longest time between two keys of a scan, in ms; null for the user's setting. */
  readonly gapMs: number | null;
}

const consumers: ScanConsumer[] = [];

/**
 * Receives the scans while the component is on screen. The consumer that was added last receives them; if there
 * is no consumer, a scan opens its record.
 * @param handle handles a scan; null while the component receives no scans.
 * @param gapMs the longest time between two keys, in ms; the user's setting unless given.
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

/** The consumer that gets the next scan; undefined if a scan opens its record. */
export function scanConsumer(): ScanConsumer | undefined {
  return consumers.at(-1);
}

let inHand: Scan | null = null;

/** Hands a scan to its handler. @returns a promise that resolves once the handler is done. */
export async function handleScan(scan: Scan, handle: ScanHandler): Promise<void> {
  inHand = scan;
  try {
    await handle(scan);
  } finally {
    inHand = null;
  }
}

/** The scan that is handled now; null between scans. */
export function scanInHand(): Scan | null {
  return inHand;
}
