import { remnantOf } from "../../../shared/features/cut-finder/plan-figures.ts";
import type { SavedRoll } from "../../../shared/features/cut-finder/saved-plan.ts";
import { RecordLink } from "../../table/navigation/record-link.tsx";
import { DataTable, type DataColumn } from "../../ui/data-table.tsx";
import { lengthText, PLAN, piecesInWords } from "./messages.ts";
import classes from "./cut-finder.module.css";
import { formatNumber } from "../../base/format.ts";

interface RollTableProps {
  readonly label: string;
  readonly rolls: readonly SavedRoll[];
  readonly unit: string | null;
  /** The changes of a roll since; if present, the table shows them in a column. */
  readonly changesOf?: (roll: SavedRoll) => readonly string[];
}

/** Rolls with what is cut from each and what is left. */
export function RollTable({ label, rolls, unit, changesOf }: RollTableProps) {
  const columns: readonly (DataColumn<SavedRoll> | null)[] = [
    {
      key: "roll",
      heading: PLAN.roll,
      className: "sd-wrap",
      renderCell: ({ id, name }) => <RecordLink id={id} name={name} />,
    },
    {
      key: "location",
      heading: PLAN.location,
      className: "sd-wrap",
      renderCell: ({ locationName }) => locationName ?? PLAN.noLocation,
    },
    {
      key: "length",
      heading: changesOf ? PLAN.planned : PLAN.length,
      isNumber: true,
      renderCell: ({ length }) => lengthText(length, unit),
    },
    { key: "cuts", heading: PLAN.cuts, width: "38%", renderCell: (roll) => <CutBar roll={roll} /> },
    {
      key: "remnant",
      heading: PLAN.remnant,
      isNumber: true,
      renderCell: (roll) => lengthText(remnantOf(roll), unit),
    },
    changesOf
      ? {
          key: "changes",
          heading: PLAN.changes,
          className: classes.changes,
          renderCell: (roll) => changesOf(roll).map((change) => <strong key={change}>{change}</strong>),
        }
      : null,
  ];
  return (
    <DataTable
      label={label}
      columns={columns.filter((column) => column !== null)}
      rows={rolls}
      keyOf={({ id }) => id}
      className={classes.table}
    />
  );
}

/** More pieces than these would be lines without a number. */
const MOST_DRAWN = 60;
/** Characters that the whole bar has room for in a narrow window; a number that is cut off would be another number. */
const ROOM = 42;

/** The cuts of a roll in words, and as a bar: a part for each piece, and a hatched one for what is left. */
function CutBar({ roll }: { readonly roll: SavedRoll }) {
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
