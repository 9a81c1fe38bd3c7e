import { Anchor } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { remnantOf } from "../../../shared/features/cut-finder/plan-figures.ts";
import type { SavedRoll } from "../../../shared/features/cut-finder/saved-plan.ts";
import { useProfileId } from "../../host/host-context.ts";
import { DataTable, type DataColumn } from "../../ui/data-table.tsx";
import { CutBar } from "./cut-bar.tsx";
import { lengthText, PLAN } from "./messages.ts";
import classes from "./cut-finder.module.css";

interface RollTableProps {
  readonly label: string;
  readonly rolls: readonly SavedRoll[];
  readonly unit: string | null;
  /** The changes of a roll since; if present, the table shows them in a column. */
  readonly changesOf?: (roll: SavedRoll) => readonly string[];
}

/** Rolls with what is cut from each and what is left. */
export function RollTable({ label, rolls, unit, changesOf }: RollTableProps) {
  const profile = useProfileId();
  const columns: readonly (DataColumn<SavedRoll> | null)[] = [
    {
      key: "roll",
      heading: PLAN.roll,
      className: "sd-wrap",
      renderCell: ({ id, name }) => (
        <Anchor
          inherit
          renderRoot={(props) => <Link {...props} to="/items" search={{ record: id, profile }} />}
        >
          {name}
        </Anchor>
      ),
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
