import { useEffect, useState } from "react";

/** True once a condition has held for `milliseconds` without a break. */
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
