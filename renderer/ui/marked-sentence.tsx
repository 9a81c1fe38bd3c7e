import type { MarkedText } from "../../shared/base/text/texts.ts";
import { DateTime } from "./date-time.tsx";

interface MarkedSentenceProps {
  readonly text: MarkedText;
  /** The moment that the tag `time` stands for, ISO 8601. */
  readonly time?: string;
}

/** A text with its tags: important parts are bold, unimportant parts are dimmed. */
export function MarkedSentence({ text, time }: MarkedSentenceProps) {
  return text.map((part, at) => {
    if (typeof part === "string") return part;
    // The parts have a fixed order, so their indexes can be keys.
    // oxlint-disable react/no-array-index-key
    if (part.tag === "b") return <strong key={at}>{part.text}</strong>;
    if (part.tag === "time" && time !== undefined) return <DateTime key={at} iso={time} />;
    return (
      <span key={at} className="sd-dimmed">
        {part.text}
      </span>
    );
    // oxlint-enable react/no-array-index-key
  });
}
