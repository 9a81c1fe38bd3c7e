import { remnantOf } from "../../../shared/features/cut-finder/plan-figures.ts";
import type { SavedRoll } from "../../../shared/features/cut-finder/saved-plan.ts";
import { formatNumber } from "../../base/format.ts";
import { piecesInWords } from "./messages.ts";
import classes from "./cut-finder.module.css";

/** More pieces than these would be lines without a number. */
const MOST_DRAWN = 60;
/** Characters that the whole bar has room for in a narrow window; a number that is cut off would be another number. */
const ROOM = 42;

/** The cuts of a roll in words, and as a bar: a part for each piece, and a hatched one for what is left. */
export function CutBar({ roll }: { readonly roll: SavedRoll }) {
  const { pieces, length } = roll;
  const remnant = remnantOf(roll);
  const share = (part: number) => ({ width: `${(part / length) * 100}%` });
  const label = (piece: number): string => {
    const text = formatNumber(piece);
    return (piece / length) * ROOM > text.length ? text : "";
  };
  return (
    <>
      {pieces.length <= MOST_DRAWN && (
        <div className={classes.bar} aria-hidden>
          {pieces.map((piece, at) => (
            // A piece has no identity but its place.
            // oxlint-disable-next-line react/no-array-index-key
            <span key={at} className={classes.piece} style={share(piece)}>
              {label(piece)}
            </span>
          ))}
          {remnant > 0 && <span className={classes.remnant} style={share(remnant)} />}
        </div>
      )}
      <span className="sd-num">{piecesInWords(pieces)}</span>
    </>
  );
}
