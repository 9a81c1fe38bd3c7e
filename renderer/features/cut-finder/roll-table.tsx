import { Anchor } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { remnantOf } from "../../../shared/features/cut-finder/plan-figures.ts";
import type { SavedRoll } from "../../../shared/features/cut-finder/saved-plan.ts";
import { useProfileId } from "../../host/host-context.ts";
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
  return (
    <table className={classes.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{PLAN.roll}</th>
          <th scope="col">{PLAN.location}</th>
          <th scope="col" data-number>
            {changesOf ? PLAN.planned : PLAN.length}
          </th>
          <th scope="col" className={classes.cuts}>
            {PLAN.cuts}
          </th>
          <th scope="col" data-number>
            {PLAN.remnant}
          </th>
          {changesOf && <th scope="col">{PLAN.changes}</th>}
        </tr>
      </thead>
      <tbody>
        {rolls.map((roll) => (
          <tr key={roll.id}>
            <th scope="row" className="sd-wrap">
              <Anchor
                inherit
                renderRoot={(props) => <Link {...props} to="/items" search={{ record: roll.id, profile }} />}
              >
                {roll.name}
              </Anchor>
            </th>
            <td className="sd-wrap">{roll.locationName ?? PLAN.noLocation}</td>
            <td data-number>{lengthText(roll.length, unit)}</td>
            <td className={classes.cuts}>
              <CutBar roll={roll} />
            </td>
            <td data-number>{lengthText(remnantOf(roll), unit)}</td>
            {changesOf && (
              <td className={classes.changes}>
                {changesOf(roll).map((change) => (
                  <strong key={change}>{change}</strong>
                ))}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
