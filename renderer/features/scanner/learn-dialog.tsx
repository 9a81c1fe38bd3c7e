import { Button, Stack } from "@mantine/core";
import { useState } from "react";
import { MAX_SCAN_GAP_MS, MIN_SCAN_GAP_MS } from "../../../shared/inventory/settings.ts";
import { useScans } from "../../commands/scans.ts";
import { FormButtons, PlainButton } from "../../ui/buttons.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ACTIONS } from "../../ui/messages.ts";
import { LEARN, learned } from "./messages.ts";

const LEARNING_SCANS = 3;
/** The longest time between two keys while the scanner is measured, in ms. */
const LEARNING_GAP_MS = 120;
/** The factor by which later scans may be slower than the measured scans. */
const MARGIN = 1.5;

/**
 * Turns the largest measured gap into the longest gap of a scan, in ms. The result stays below the gaps of fast typing.
 * @returns null if the scanner is as slow as a person.
 */
export function gapFrom(largestGapMs: number): number | null {
  if (largestGapMs > MAX_SCAN_GAP_MS) return null;
  return Math.min(MAX_SCAN_GAP_MS, Math.max(MIN_SCAN_GAP_MS, Math.ceil(largestGapMs * MARGIN)));
}

interface LearnDialogProps {
  readonly onLearned: (gapMs: number) => void;
  readonly onClose: () => void;
}

/** Measures three scans, and proposes the time between keys that distinguishes scans from typing. */
export function LearnDialog({ onLearned, onClose }: LearnDialogProps) {
  const [gaps, setGaps] = useState<readonly number[]>([]);
  const isDone = gaps.length >= LEARNING_SCANS;
  // A further scan must not open a record, because that would close the dialog.
  useScans(({ largestGapMs }) => {
    if (!isDone) setGaps((now) => [...now, largestGapMs]);
  }, LEARNING_GAP_MS);
  const largest = Math.max(0, ...gaps);
  const gapMs = gapFrom(largest);
  return (
    <Dialog title={LEARN.title} closeAs="cancel" onClose={onClose}>
      <Stack gap={12}>
        <p className="sd-note">{LEARN.text}</p>
        <p role="status">
          {isDone ? learned(largest, gapMs) : LEARN.left({ scans: LEARNING_SCANS - gaps.length })}
        </p>
        <FormButtons>
          <PlainButton onClick={onClose}>{ACTIONS.cancel}</PlainButton>
          <Button
            disabled={!isDone || gapMs === null}
            onClick={() => {
              if (gapMs !== null) onLearned(gapMs);
              onClose();
            }}
          >
            {LEARN.use}
          </Button>
        </FormButtons>
      </Stack>
    </Dialog>
  );
}
