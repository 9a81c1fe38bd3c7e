import { useLayoutEffect, useState, type Dispatch, type SetStateAction } from "react";

/**
 * State that follows what is rendered.
 * @param follow the next state, derived from the last one without side effects; the same object where nothing changed.
 * @returns the state that this render shows, and what sets it from an event.
 */
export function useFollowed<State extends object | string | number>(
  initial: State | (() => State),
  follow: (last: State) => State,
): readonly [state: State, set: Dispatch<SetStateAction<State>>] {
  const [last, keep] = useState(initial);
  const state = follow(last);
  // Kept once it is shown: a render that is thrown away must leave no trace. Nothing is rendered again where it is the same.
  // oxlint-disable-next-line react/set-state-in-effect
  useLayoutEffect(() => keep(state), [state]);
  return [state, keep];
}
