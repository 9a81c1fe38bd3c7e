import { VisuallyHidden } from "@mantine/core";
import { createContext, use, useCallback, useState, type ReactNode } from "react";

const AnnounceContext = createContext<(sentence: string) => void>(() => undefined);

/** One polite live region for the whole page, so that announcements queue instead of competing. */
export function AnnouncerProvider({ children }: { readonly children: ReactNode }) {
  const [sentence, setSentence] = useState("");
  const announce = useCallback((next: string) => setSentence(next), []);
  return (
    <AnnounceContext value={announce}>
      {children}
      <VisuallyHidden>
        <div role="status" aria-live="polite">
          {sentence}
        </div>
      </VisuallyHidden>
    </AnnounceContext>
  );
}

/** Says a sentence to screen readers, after what they are saying now. */
export function useAnnounce(): (sentence: string) => void {
  return use(AnnounceContext);
}
