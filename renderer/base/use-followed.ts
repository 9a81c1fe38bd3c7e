import { useLayoutEffect, useState, type Dispatch, type SetStateAction } from "react";

/** State derived from what is rendered: `follow` gives the next state, or the same object if nothing changed. */
export function useFollowed<State extends object | string | number>(
  initial: State | (() => State),
  follow: (last: State) => State,
): readonly [state: State, set: Dispatch<SetStateAction<State>>] {
  const [last, keep] = useState(initial);
  const state = follow(last);
  // Kept once it is shown: a render that is thrown away must leave no trace. Nothing is rendered again if it is the same.
  // oxlint-disable-next-line react/set-state-in-effect
  useLayoutEffect(() => keep(state), [state]);
  return [state, keep];
}
