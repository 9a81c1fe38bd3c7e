import { useEffect, useState } from "react";

/** Whether something has held without a break for so many ms. */
export function useLonger(holds: boolean, milliseconds: number): boolean {
  const [longer, setLonger] = useState(false);
  useEffect(() => {
    if (!holds) return undefined;
    const timer = setTimeout(() => setLonger(true), milliseconds);
    return () => {
      clearTimeout(timer);
      setLonger(false);
    };
  }, [holds, milliseconds]);
  return holds && longer;
}
