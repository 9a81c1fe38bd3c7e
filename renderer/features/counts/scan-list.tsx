import type { NumberedScan } from "../../../shared/features/counts/count-calls.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { useNow } from "../../host/use-now.ts";
import { formatMoment, formatNumber } from "../../base/format.ts";
import { commonUnit } from "../../../shared/inventory/units.ts";
import { withUnit } from "../../inventory/units/in-units.ts";
import { useUnits } from "../../inventory/units/unit-queries.ts";
import { QuietButton } from "../../ui/buttons.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { succeeds } from "../../ui/notify.tsx";
import type { NamedCount } from "./count-queries.ts";
import { COUNTED_BY, measuredText, OPEN, TEAM, ITEM_LABELS } from "./messages.ts";
import classes from "./counts.module.css";

interface ScanListProps {
  readonly count: NamedCount;
  readonly scans: readonly NumberedScan[];
  /** Whether this workstation may only read the count. */
  readonly isLocked: boolean;
  readonly onMeasure: (scan: NumberedScan) => void;
}

/** The most entries that the list shows, the latest first. */
const SHOWN_SCANS = 50;
const MINUTE = 60_000;

const nameOf = ({ name, text }: NumberedScan): string => name ?? text;

/** The list of scans, ticks and imported rows, the latest first. */
export function ScanList({ count: { id: countId, team }, scans, isLocked, onMeasure }: ScanListProps) {
  const now = useNow(MINUTE);
  const units = useUnits();
  const shown = scans.slice(-SHOWN_SCANS).toReversed();
  return (
    <section className={classes.card} aria-label={OPEN.scans}>
      <h2>{OPEN.scans}</h2>
      {shown.length === 0 ? (
        <p className="sd-note">{OPEN.noScans}</p>
      ) : (
        <DataTable
          label={OPEN.scans}
          rows={shown}
          keyOf={({ number }) => String(number)}
          columns={[
            {
              key: "item",
              heading: OPEN.item,
              renderCell: (scan) => (
                <span className="sd-wrap">
                  {nameOf(scan)} <span className="sd-mono sd-dimmed">{scan.itemId}</span>
                </span>
              ),
            },
            { key: "how", heading: OPEN.how, renderCell: ({ by }) => COUNTED_BY[by] },
            ...(team
              ? [
                  {
                    key: "desk",
                    heading: TEAM.desk,
                    renderCell: ({ desk = team.sharedBy }: NumberedScan) => (
                      <span className="sd-wrap">{desk}</span>
                    ),
                  },
                ]
              : []),
            { key: "when", heading: OPEN.when, renderCell: ({ at }) => formatMoment(at, now) },
            {
              key: "measured",
              heading: OPEN.measured,
              isNumber: true,
              renderCell: ({ length, weight }) =>
                measuredText(
                  length === null ? null : withUnit(formatNumber(length), commonUnit(units, "length") ?? ""),
                  weight === null ? null : withUnit(formatNumber(weight), commonUnit(units, "weight") ?? ""),
                ),
            },
            {
              key: "actions",
              heading: OPEN.measure,
              hidesHeading: true,
              renderCell: (scan) =>
                !isLocked && <ScanButtons countId={countId} scan={scan} onMeasure={() => onMeasure(scan)} />,
            },
          ]}
        />
      )}
      {scans.length > SHOWN_SCANS && <p className="sd-note">{OPEN.moreScans}</p>}
    </section>
  );
}

interface ScanButtonsProps {
  readonly countId: string;
  readonly scan: NumberedScan;
  readonly onMeasure: () => void;
}

function ScanButtons({ countId, scan, onMeasure }: ScanButtonsProps) {
  const { host, connectionId } = useConnectionApi();
  return (
    <>
      {scan.itemId !== null && (
        <QuietButton
          aria-label={ITEM_LABELS.measure({ name: nameOf(scan), id: scan.itemId })}
          onClick={onMeasure}
        >
          {OPEN.measure}
        </QuietButton>
      )}
      <QuietButton
        aria-label={ITEM_LABELS.takeBack({ name: nameOf(scan), id: scan.itemId ?? "" })}
        onClick={() => void succeeds(host.removeScans({ connectionId, countId, numbers: [scan.number] }))}
      >
        {OPEN.takeBack}
      </QuietButton>
    </>
  );
}
