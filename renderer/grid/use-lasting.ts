import { useEffect, useState } from "react";

/** True once a state has lasted for so many ms, so that a short one renders nothing. */
export function useLasting(state: boolean, ms: number): boolean {
  const [lasted, setLasted] = useState(false);
  useEffect(() => {
    if (!state) return undefined;
    const timer = setTimeout(() => setLasted(true), ms);
    return () => {
      clearTimeout(timer);
      setLasted(false);
    };
  }, [state, ms]);
  return state && lasted;
}
