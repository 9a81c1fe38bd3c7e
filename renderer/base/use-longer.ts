import { useEffect, useState } from "react";

/** Whether a condition has been true without a break for so many ms. */
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
