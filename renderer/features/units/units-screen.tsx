import { QUANTITIES, type Units, type UnitSet, type Weighing } from "../../../shared/inventory/units.ts";
import { useSaveUnits, useUnits } from "../../inventory/units/unit-queries.ts";
import { QUANTITY_LABELS, SHOWN_IN, WEIGHING, UNITS_SCREEN } from "./messages.ts";
import { TypeUnits, UnitSelect, WeighingSelect } from "./type-units.tsx";
import { UnitProposalCard } from "./unit-proposal-card.tsx";
import cardPage from "../../ui/card-page.module.css";
import classes from "./units.module.css";

/** The screen of units: the proposal from the data, the user's choice, and exceptions. */
export function UnitsScreen() {
  const units = useUnits();
  const saveUnits = useSaveUnits();
  const save = (next: Units): void => void saveUnits(next);
  return (
    <div className={`sd-page ${cardPage.page}`}>
      <h1 className="sd-title" tabIndex={-1}>
        {UNITS_SCREEN.title}
      </h1>
      <p className="sd-note">{UNITS_SCREEN.intro}</p>
      <UnitProposalCard units={units} onUse={(proposed, weighing) => save(used(units, proposed, weighing))} />
      <section className={cardPage.card} aria-label={UNITS_SCREEN.usual}>
        <h2>{UNITS_SCREEN.usual}</h2>
        <div className={classes.fields}>
          {QUANTITIES.map((quantity) => (
            <UnitSelect
              key={quantity}
              quantity={quantity}
              label={QUANTITY_LABELS[quantity]}
              none={UNITS_SCREEN.noUnit}
              value={units[quantity]}
              onChange={(unit) => save({ ...units, [quantity]: unit })}
            />
          ))}
          <WeighingSelect
            label={WEIGHING.label}
            none={WEIGHING.none}
            value={units.weighing}
            onChange={(weighing) => save({ ...units, weighing })}
          />
        </div>
      </section>
      <TypeUnits units={units} onChange={save} />
      <section className={cardPage.card} aria-label={SHOWN_IN.title}>
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

/** Changes units to those of a proposal, and sets its weighing. Units that the proposal does not name stay. */
function used(units: Units, proposed: UnitSet, weighing: Weighing): Units {
  const known = Object.entries(proposed).filter(([, unit]) => unit !== null);
  return { ...units, ...(Object.fromEntries(known) as Partial<UnitSet>), weighing };
}
