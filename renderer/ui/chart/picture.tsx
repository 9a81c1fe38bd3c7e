import { VisuallyHidden } from "@mantine/core";
import type { ReactNode } from "react";
import type { OpenRows } from "./chart-data.ts";
import type { KeyDirections } from "./chart-keys.ts";
import type { ChartFrameState } from "./chart-frame.tsx";
import { idOf, type Mark } from "./marks.ts";
import { useMarks } from "./use-marks.ts";
import classes from "./chart.module.css";

interface PictureProps {
  readonly frame: ChartFrameState;
  readonly height: number;
  readonly marks: readonly Mark[];
  readonly keys: KeyDirections;
  readonly onOpen: OpenRows | undefined;
  /** The drawing as SVG elements. */
  readonly children: ReactNode;
}

/** The drawing of a chart with its marks above it. Marks are buttons if they open rows. */
export function Picture({ frame, height, marks, keys, onOpen, children }: PictureProps) {
  const { element, tabStop, shown, events } = useMarks(marks, keys);
  const asImage = { role: "img", "aria-label": frame.name, "aria-describedby": frame.descriptionId };
  return (
    <div
      ref={element}
      className={classes.picture}
      {...(onOpen ? { role: "presentation" } : asImage)}
      {...events}
    >
      <svg className={classes.drawing} width={frame.width} height={height} aria-hidden>
        {children}
      </svg>
      {marks.map((mark, at) => (
        <MarkElement key={idOf(mark)} mark={mark} at={at} isTabStop={mark === tabStop} onOpen={onOpen} />
      ))}
      {shown && <Tooltip mark={shown} width={frame.width} />}
    </div>
  );
}

interface MarkElementProps {
  readonly mark: Mark;
  readonly at: number;
  readonly isTabStop: boolean;
  readonly onOpen: OpenRows | undefined;
}

function MarkElement({ mark, at, isTabStop, onOpen }: MarkElementProps) {
  const { x, y, width, height } = mark.box;
  const shape = {
    className: classes.mark,
    "data-mark": at,
    "data-tone": mark.tone,
    style: { left: x, top: y, width, height },
  };
  if (!onOpen)
    return (
      <span {...shape} aria-hidden>
        {mark.content}
      </span>
    );
  return (
    <button
      type="button"
      {...shape}
      tabIndex={isTabStop ? 0 : -1}
      aria-label={mark.content ? undefined : mark.name}
      // The lint rule does not know ARIA 1.3 yet.
      // oxlint-disable-next-line jsx-a11y/role-supports-aria-props
      aria-description={mark.note}
      aria-disabled={mark.isGap}
      onClick={() => {
        if (!mark.isGap) onOpen(mark.key, mark.series);
      }}
    >
      {mark.content && <VisuallyHidden>{mark.name}</VisuallyHidden>}
      {mark.content}
    </button>
  );
}

/**
 * The tooltip of a mark, with its name and note. It is hidden from screen readers, because they read the mark itself.
 */
function Tooltip({ mark: { box, name, note }, width }: { readonly mark: Mark; readonly width: number }) {
  const middle = box.x + box.width / 2;
  const side = middle < width / 3 ? "start" : middle > (width * 2) / 3 ? "end" : "middle";
  return (
    <div className={classes.tooltip} data-side={side} style={{ left: middle, top: box.y }} aria-hidden>
      {name}
      {note !== undefined && <span className="sd-note">{note}</span>}
    </div>
  );
}
