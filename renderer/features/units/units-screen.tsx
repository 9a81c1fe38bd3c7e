import { QUANTITIES, type Units, type UnitSet } from "../../../shared/inventory/units.ts";
import { useSaveUnits, useUnits } from "../../table/units/unit-queries.ts";
import { INTRO, NO_UNIT, QUANTITY_LABELS, SHOWN_IN, TITLE, USUAL } from "./messages.ts";
import { TypeUnits, UnitSelect } from "./type-units.tsx";
import { UnitProposalCard } from "./unit-proposal-card.tsx";
import classes from "./units.module.css";

/** The units of a connection's numbers: the data's proposal, the user's choice, exceptions. */
export function UnitsScreen() {
  const units = useUnits();
  const saveUnits = useSaveUnits();
  const save = (next: Units): void => void saveUnits(next);
  return (
    <div className={`sd-page ${classes.page}`}>
      <h1 className="sd-title" tabIndex={-1}>
        {TITLE}
      </h1>
      <p className="sd-note">{INTRO}</p>
      <UnitProposalCard units={units} onUse={(proposed) => save(used(units, proposed))} />
      <section className={classes.card} aria-label={USUAL}>
        <h2>{USUAL}</h2>
        <div className={classes.fields}>
          {QUANTITIES.map((quantity) => (
            <UnitSelect
              key={quantity}
              quantity={quantity}
              label={QUANTITY_LABELS[quantity]}
              none={NO_UNIT}
              value={units[quantity]}
              onChange={(unit) => save({ ...units, [quantity]: unit })}
            />
          ))}
        </div>
      </section>
      <TypeUnits units={units} onChange={save} />
      <section className={classes.card} aria-label={SHOWN_IN.title}>
        <h2>{SHOWN_IN.title}</h2>
        <p className="sd-note">{SHOWN_IN.text}</p>
        <div className={classes.fields}>
          {(["length", "weight"] as const).map((quantity) => (
            <UnitSelect
              key={quantity}
              quantity={quantity}
              label={QUANTITY_LABELS[quantity]}
              none={SHOWN_IN.none}
              value={units.shownIn[quantity]}
              onChange={(unit) => save({ ...units, shownIn: { ...units.shownIn, [quantity]: unit } })}
            />
          ))}
        </div>
      </section>
    </div>
  );
}

/** The units with those of a proposal; what it says nothing about stays. */
function used(units: Units, proposed: UnitSet): Units {
  const known = Object.entries(proposed).filter(([, unit]) => unit !== null);
  return { ...units, ...(Object.fromEntries(known) as Partial<UnitSet>) };
}
