import { useEffect, useRef, useState } from "react";
import { clock } from "../../base/clock.ts";
import { toAppError, isLasting, type AppError } from "../../../shared/base/errors.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { useAnnounce } from "../../ui/announcer.tsx";
import { useConnectionApi } from "../../host/host-context.ts";
import { unwrap } from "../../base/unwrap.ts";
import { type Outcome, verificationOutcome } from "./messages.ts";

/** The number of records per call. The progress is shown after each call. */
const RECORDS_PER_CALL = 5;

export interface Verification {
  readonly outcomes: readonly Outcome[];
  readonly of: number;
  readonly running: boolean;
}

/** Verifies records of a table, and remembers when the service last confirmed each record. */
export interface Verify {
  /** Null before the first verification, and after the user dismissed the last verification. */
  readonly verification: Verification | null;
  /** When the service answered for each record, by its id; ms since the epoch. */
  readonly stamps: ReadonlyMap<string, number>;
  readonly start: (ids: readonly string[]) => void;
  readonly stop: () => void;
  readonly dismiss: () => void;
}

/** Verifies records with the service, a few at a time. It ends when the table leaves the screen. */
export function useVerify(resource: Resource): Verify {
  const { host, connectionId } = useConnectionApi();
  const announce = useAnnounce();
  const [verification, setVerification] = useState<Verification | null>(null);
  const [stamps, setStamps] = useState<ReadonlyMap<string, number>>(new Map());
  const run = useRef(0);
  useEffect(
    () => () => {
      run.current += 1;
    },
    [],
  );

  const start = async (ids: readonly string[]): Promise<void> => {
    run.current += 1;
    const mine = run.current;
    let outcomes: readonly Outcome[] = [];
    let lasting: AppError | null = null;
    setVerification({ outcomes, of: ids.length, running: true });
    while (outcomes.length < ids.length && run.current === mine) {
      const batch = ids.slice(outcomes.length, outcomes.length + RECORDS_PER_CALL);
      const answers: readonly Outcome[] = lasting
        ? failed(batch, lasting)
        : await unwrap(host.verifyRecords({ connectionId, resource, ids: [...batch] })).catch(
            (thrown: unknown) => failed(batch, toAppError(thrown)),
          );
      const last = answers.at(-1)?.error ?? null;
      if (last && isLasting(last)) lasting = last;
      outcomes = [...outcomes, ...answers];
      setStamps((before) => stamped(before, answers));
      if (run.current === mine) setVerification({ outcomes, of: ids.length, running: true });
    }
    if (run.current !== mine) return;
    setVerification({ outcomes, of: ids.length, running: false });
    announce(verificationOutcome(outcomes));
  };
  return {
    verification,
    stamps,
    start: (ids) => void start(ids),
    stop: () => {
      run.current += 1;
      setVerification((now) => now && { ...now, running: false });
    },
    dismiss: () => setVerification(null),
  };
}

const failed = (ids: readonly string[], error: AppError): readonly Outcome[] =>
  ids.map((id) => ({ id, outcome: "failed", error }));

function stamped(
  before: ReadonlyMap<string, number>,
  answers: readonly Outcome[],
): ReadonlyMap<string, number> {
  const now = clock.now();
  const confirmed = answers.filter(({ outcome }) => outcome === "same" || outcome === "changed");
  return new Map([...before, ...confirmed.map(({ id }) => [id, now] as const)]);
}
