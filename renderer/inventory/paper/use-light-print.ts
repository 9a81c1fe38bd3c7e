import { useEffect } from "react";

const SCHEME = "mantineColorScheme";

/** Shows the screen in light colours while it is printed, because paper is white. */
export function useLightPrint(): void {
  useEffect(() => {
    const { dataset } = document.documentElement;
    let former: string | undefined;
    const begin = (): void => {
      former = dataset[SCHEME];
      dataset[SCHEME] = "light";
    };
    const end = (): void => {
      if (former !== undefined) dataset[SCHEME] = former;
      former = undefined;
    };
    window.addEventListener("beforeprint", begin);
    window.addEventListener("afterprint", end);
    return () => {
      end();
      window.removeEventListener("beforeprint", begin);
      window.removeEventListener("afterprint", end);
    };
  }, []);
}
