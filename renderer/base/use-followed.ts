import { useLayoutEffect, useState, type Dispatch, type SetStateAction } from "react";

/**
 * State that follows what is rendered.
 * @param follow derives the next state from the last one, without side effects; the same object where nothing changed.
 * @returns the state that this render shows, and what sets it from an event.
 */
export function useFollowed<State extends object | string | number>(
  initial: State | (() => State),
  follow: (last: State) => State,
): readonly [state: State, set: Dispatch<SetStateAction<State>>] {
  const [last, keep] = useState(initial);
  const state = follow(last);
  // Stored after the commit, because React may discard a render.
  useLayoutEffect(() => keep(state), [state]);
  return [state, keep];
}
