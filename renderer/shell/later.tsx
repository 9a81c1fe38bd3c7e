import { lazy, Suspense, useState, type FunctionComponent } from "react";
import type * as parts from "./rest.ts";
import type * as screens from "./screens.ts";

/** A component like any other that stands for a part of a script. */
type Later<Parts> = <Props extends object>(
  pick: (parts: Parts) => FunctionComponent<Props>,
) => FunctionComponent<Props>;

/** A script that the page's first rows do not wait for. */
interface LateScript<Parts> {
  /** Reads it, once. */
  readonly read: () => Promise<Parts>;
  /** One of its parts: asked for before it was read, it comes once it is. */
  readonly later: Later<Parts>;
}

function lateScript<Parts>(load: () => Promise<Parts>): LateScript<Parts> {
  let here: Parts | null = null;
  const read = async (): Promise<Parts> => {
    here ??= await load();
    return here;
  };
  const later: Later<Parts> = (pick) => {
    const Lazy = lazy(async () => ({ default: pick(await read()) }));
    return function Later(props) {
      // Chosen once: another type in its place would be another component, without its state.
      const [Part] = useState<typeof Lazy | ReturnType<typeof pick>>(() => (here ? pick(here) : Lazy));
      return (
        <Suspense>
          <Part {...props} />
        </Suspense>
      );
    };
  };
  return { read, later };
}

/** What is opened over a table, read in a quiet moment so that nothing is waited for when it is asked for. */
export const { read: readTheRest, later } = lateScript<typeof parts>(() => import("./rest.ts"));
/** The other screens: who never opens one of them pays for none in memory. */
export const { read: readScreens, later: screen } = lateScript<typeof screens>(() => import("./screens.ts"));
