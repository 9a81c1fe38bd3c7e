import { useEffect, useState } from "react";

/** True once a condition has been true for `milliseconds` without interruption. */
export function useLonger(condition: boolean, milliseconds: number): boolean {
  const [longer, setLonger] = useState(false);
  useEffect(() => {
    if (!condition) return undefined;
    const timer = setTimeout(() => setLonger(true), milliseconds);
    return () => {
      clearTimeout(timer);
      setLonger(false);
    };
  }, [condition, milliseconds]);
  return condition && longer;
}
