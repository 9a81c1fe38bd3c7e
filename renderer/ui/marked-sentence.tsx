import type { MarkedText } from "../../shared/base/text/texts.ts";

/** A text with its emphasis: important parts are bold, others dimmed. */
export function MarkedSentence({ text }: { readonly text: MarkedText }) {
  return text.map((part, at) => {
    if (typeof part === "string") return part;
    return part.tag === "b" ? (
      // The parts of a text are in a fixed order.
      // oxlint-disable-next-line react/no-array-index-key
      <strong key={at}>{part.text}</strong>
    ) : (
      // oxlint-disable-next-line react/no-array-index-key
      <span key={at} className="sd-dimmed">
        {part.text}
      </span>
    );
  });
}
