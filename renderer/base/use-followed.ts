import { useLayoutEffect, useState, type Dispatch, type SetStateAction } from "react";

/**
 * State that each render derives from the previous state. `follow` returns the next state, or the same object if
 * nothing changed.
 */
export function useFollowed<State extends object | string | number>(
  initial: State | (() => State),
  follow: (last: State) => State,
): readonly [state: State, set: Dispatch<SetStateAction<State>>] {
  const [last, keep] = useState(initial);
  const state = follow(last);
  // The state is kept only after the commit, because React may discard a render.
  // oxlint-disable-next-line react/set-state-in-effect
  useLayoutEffect(() => keep(state), [state]);
  return [state, keep];
}
