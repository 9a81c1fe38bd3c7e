import { VisuallyHidden } from "@mantine/core";
import { createContext, use, useCallback, useState, type ReactNode } from "react";

const AnnounceContext = createContext<(sentence: string) => void>(() => undefined);

/** One polite live region for the whole page, so that announcements queue instead of competing. */
export function AnnouncerProvider({ children }: { readonly children: ReactNode }) {
  const [said, setSaid] = useState({ sentence: "", count: 0 });
  const announce = useCallback(
    (sentence: string) => setSaid(({ count }) => ({ sentence, count: count + 1 })),
    [],
  );
  return (
    <AnnounceContext value={announce}>
      {children}
      <VisuallyHidden>
        <div role="status" aria-live="polite">
          {/* Another element each time: words that stay as they are would not be read out again. */}
          <span key={said.count}>{said.sentence}</span>
        </div>
      </VisuallyHidden>
    </AnnounceContext>
  );
}

/** Says a sentence to screen readers, after what they are saying now. */
export function useAnnounce(): (sentence: string) => void {
  return use(AnnounceContext);
}
