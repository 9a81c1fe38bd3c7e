import { lazy, Suspense, useState, type FunctionComponent } from "react";

/** A component whose script is loaded at its first rendering, or earlier by `preload`. */
export type LazyPart<Props> = FunctionComponent<Props> & { readonly preload: () => Promise<void> };

type PropsOf<Part> = Part extends FunctionComponent<infer Props extends object> ? Props : never;

/**
 * Makes a component with its own script. So the first rows need not wait for the script. @param load loads the script
 * that exports the component as `name`.
 */
export function lazyPart<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): LazyPart<PropsOf<Module[Name]>> {
  return partOf(async () => (await load())[name] as FunctionComponent<PropsOf<Module[Name]>>);
}

function partOf<Props extends object>(load: () => Promise<FunctionComponent<Props>>): LazyPart<Props> {
  let loaded: FunctionComponent<Props> | null = null;
  const read = async (): Promise<FunctionComponent<Props>> => (loaded ??= await load());
  const Lazy = lazy(async () => ({ default: await read() }));
  const Part = (props: Props) => {
    // The type of the component is chosen once per mount: if the type changed, React would remount it and lose its
    // state.
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

/** Makes a lazy part of the deferred bundle. The page loads this bundle in its first idle moment. */
export const deferredPart: typeof lazyPart = (load, name) => {
  const part = lazyPart(load, name);
  deferred.push(part.preload);
  return part;
};

/** Loads the scripts of all deferred parts. */
export async function loadDeferredParts(): Promise<void> {
  await Promise.all(deferred.map((preload) => preload()));
}
