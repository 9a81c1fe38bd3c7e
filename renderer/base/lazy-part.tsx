import { lazy, Suspense, useState, type FunctionComponent } from "react";

/** A component whose script is read when it is first rendered, or before that by `preload`. */
export type LazyPart<Props> = FunctionComponent<Props> & { readonly preload: () => Promise<void> };

/** A component that the page's first rows do not wait for. @param load reads its script. */
export function lazyPart<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
): LazyPart<Props> {
  let loaded: FunctionComponent<Props> | null = null;
  const read = async (): Promise<FunctionComponent<Props>> => (loaded ??= await load());
  const Lazy = lazy(async () => ({ default: await read() }));
  const Part = (props: Props) => {
    // Chosen once: another type in its place would be another component, without its state.
    const [Loaded] = useState<typeof Lazy | FunctionComponent<Props>>(() => loaded ?? Lazy);
    return (
      <Suspense>
        <Loaded {...props} />
      </Suspense>
    );
  };
  return Object.assign(Part, { preload: async () => void (await read()) });
}

const deferred: (() => Promise<void>)[] = [];

/** A lazy part that is also read in the page's first idle moment, so that nobody waits for it. */
export function deferredPart<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
): LazyPart<Props> {
  const part = lazyPart(load);
  deferred.push(part.preload);
  return part;
}

/** Reads the scripts of all deferred parts. */
export async function loadDeferredParts(): Promise<void> {
  await Promise.all(deferred.map((preload) => preload()));
}
