import { VisuallyHidden } from "@mantine/core";
import { createContext, use, useCallback, useState, type ReactNode } from "react";

const AnnounceContext = createContext<(sentence: string) => void>(() => undefined);

/** Provides the only polite live region of the page. With several regions, announcements would interrupt each other. */
export function AnnouncerProvider({ children }: { readonly children: ReactNode }) {
  const [last, setLast] = useState({ sentence: "", count: 0 });
  const announce = useCallback(
    (sentence: string) => setLast(({ count }) => ({ sentence, count: count + 1 })),
    [],
  );
  return (
    <AnnounceContext value={announce}>
      {children}
      <VisuallyHidden>
        <div role="status" aria-live="polite">
          {/* Each sentence gets a new element, because screen readers do not read an unchanged text again. */}
          <span key={last.count}>{last.sentence}</span>
        </div>
      </VisuallyHidden>
    </AnnounceContext>
  );
}

/** Returns a function that makes screen readers read a sentence. They finish the current sentence first. */
export function useAnnounce(): (sentence: string) => void {
  return use(AnnounceContext);
}
