import { planFigures, remnantOf } from "../../../shared/features/cut-finder/plan-figures.ts";
import {
  boundSentence,
  leftSentence,
  PLAN_FIGURES,
  unplacedSentences,
  lengthText,
  PLAN,
  piecesInWords,
  notReservedNote,
  SHEET,
} from "./messages.ts";
import type { PlanDraft } from "./plan-draft.ts";
import classes from "./cut-finder.module.css";
import type { SavedRoll } from "../../../shared/features/cut-finder/saved-plan.ts";
import { RecordLink } from "../../inventory/records/record-link.tsx";
import { DataTable, type DataColumn } from "../../ui/data-table.tsx";
import { formatNumber } from "../../base/format.ts";
import { notifications } from "@mantine/notifications";
import { IconFileTypePdf, IconPrinter, IconInfoCircle } from "@tabler/icons-react";
import { useHostServices, useLive } from "../../host/host-context.ts";
import { PlainButton } from "../../ui/buttons.tsx";
import { valueOrNotice } from "../../ui/notify.tsx";
import { useNow } from "../../host/use-now.ts";
import { completenessSentence, stalenessSentence } from "../../inventory/freshness/messages.ts";
import { PAPER } from "../../inventory/paper/messages.ts";

interface PlanSummaryProps {
  readonly plan: PlanDraft;
  /** The length of the longest roll; null if unknown. */
  readonly longest: number | null;
}

/** The figures of a plan, and the pieces that fit no roll. */
export function PlanSummary({ plan, longest }: PlanSummaryProps) {
  const { rolls, unplaced, unit, lowerBound, oneLocation } = plan;
  const figures = planFigures(plan);
  return (
    <>
      {unplaced.length > 0 && (
        <div className={classes.problem} role="note">
          {unplacedSentences(unplaced, longest, unit).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          {oneLocation && rolls.length > 0 && <p>{PLAN.notTogether}</p>}
        </div>
      )}
      {rolls.length > 0 && (
        <>
          <p className={classes.figures}>
            <strong>{PLAN_FIGURES.rolls({ rolls: rolls.length, locations: figures.locations })}</strong>
            <span>{leftSentence(figures, unit)}</span>
          </p>
          <p className="sd-note">{boundSentence(figures, lowerBound, unit)}</p>
        </>
      )}
    </>
  );
}

interface RollTableProps {
  readonly label: string;
  readonly rolls: readonly SavedRoll[];
  readonly unit: string | null;
  /** Describes the changes of a roll since the plan was made; if present, a column shows them. */
  readonly changesOf?: (roll: SavedRoll) => readonly string[];
}

/** The rolls of a plan, with the cuts and the remaining length of each roll. */
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

/** The most pieces that are drawn in a bar. With more pieces, each would be too narrow for its number. */
const MAX_DRAWN_PIECES = 60;
/** The most characters in a bar of a narrow window. A number that is cut off would read as another number. */
const BAR_CHARACTERS = 42;

/** The cuts of a roll as text and as a bar. Each piece is a part of the bar, and the remaining length is hatched. */
function CutBar({ roll }: { readonly roll: SavedRoll }) {
  const { pieces, length } = roll;
  const remnant = remnantOf(roll);
  const share = (part: number) => ({ width: `${(part / length) * 100}%` });
  const label = (piece: number): string => {
    const text = formatNumber(piece);
    return (piece / length) * BAR_CHARACTERS > text.length ? text : "";
  };
  return (
    <>
      {pieces.length <= MAX_DRAWN_PIECES && (
        <div className={classes.bar} aria-hidden>
          {pieces.map((piece, at) => (
            // A piece is identified by its index.
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

/** The buttons that print the plan on screen, or save it as a PDF. @param title used for the file's name. */
export function PrintButtons({ title }: { readonly title: string }) {
  const { host, boot } = useHostServices();
  const isBrowser = boot.host === "browser";
  const savePdf = async (): Promise<void> => {
    const saved = await valueOrNotice(host.savePdf({ name: title.slice(0, 200) }));
    if (saved && saved.file !== null) notifications.show({ message: SHEET.saved({ file: saved.file }) });
  };
  return (
    <>
      {!isBrowser && (
        <PlainButton leftSection={<IconFileTypePdf size={16} aria-hidden />} onClick={() => void savePdf()}>
          {PLAN.pdf}
        </PlainButton>
      )}
      <PlainButton
        leftSection={<IconPrinter size={16} aria-hidden />}
        title={isBrowser ? PAPER.browserSavesPdf : undefined}
        onClick={() => window.print()}
      >
        {PLAN.print}
      </PlainButton>
    </>
  );
}

/** The note that nothing is reserved, with the age of the plan's rows. */
export function Freshness() {
  const status = useLive((live) => live.status);
  const now = useNow(10_000);
  return (
    <p className={classes.notReserved}>
      <IconInfoCircle size={16} aria-hidden />
      <span>{notReservedNote(completenessSentence(status, now), stalenessSentence(status, now))}</span>
    </p>
  );
}
