import { useEffect, useState } from "react";
import { clock } from "./clock.ts";

/** True once a condition has been true for `milliseconds` without interruption. */
export function useLonger(condition: boolean, milliseconds: number): boolean {
  const [longer, setLonger] = useState(false);
  useEffect(() => {
    if (!condition) return undefined;
    const timer = clock.after(milliseconds, () => setLonger(true));
    return () => {
      timer.stop();
      setLonger(false);
    };
  }, [condition, milliseconds]);
  return condition && longer;
}
