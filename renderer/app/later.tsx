import { lazy, Suspense, useState, type FunctionComponent } from "react";
import type * as parts from "./rest.ts";

type Rest = typeof parts;

let rest: Rest | null = null;

/**
 * Reads the script with the parts of the page that its first rows do not wait for, so that nothing is waited for when
 * one of them is asked for.
 */
export async function readTheRest(): Promise<Rest> {
  rest ??= await import("./rest.ts");
  return rest;
}

/** One of those parts, as a component like any other. Asked for before it was read, it comes once it is. */
export function later<Props extends object>(
  pick: (rest: Rest) => FunctionComponent<Props>,
): FunctionComponent<Props> {
  const Lazy = lazy(async () => ({ default: pick(await readTheRest()) }));
  return function Later(props: Props) {
    // Chosen once: another type in its place would be another component, without its state.
    const [Part] = useState<FunctionComponent<Props>>(() => (rest ? pick(rest) : Lazy));
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    );
  };
}
