import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useDeferredValue, useMemo, useState } from "react";
import type { Cut } from "../../../shared/features/cut-finder/cut-types.ts";
import { cutsText, parseCuts } from "../../../shared/features/cut-finder/parse-cuts.ts";
import { localNumbers, PLAIN_NUMBERS } from "../../../shared/base/text/read-number.ts";
import { unitOf } from "../../../shared/inventory/units.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { recordName, recordQuery } from "../../table/query/result-queries.ts";
import { useUnits } from "../../table/units/unit-queries.ts";
import { CutForm } from "./cut-form.tsx";
import type { CutSearch } from "./cut-search.ts";
import { Freshness } from "./freshness.tsx";
import { INTRO, onlyLongest, STOCK, stockSentence, TITLE } from "./messages.ts";
import type { Wanted } from "./plan-draft.ts";
import { PlanResult } from "./plan-result.tsx";
import { SavedPlans } from "./saved-plans.tsx";
import { stockQuery } from "./stock.ts";
import classes from "./cut-finder.module.css";

/** Finds rolls for cuts in the stock of a material type. */
export function CutFinderScreen() {
  const search = useSearch({ from: "/cuts" });
  const navigate = useNavigate();
  const [wanted, setWanted] = useState<CutSearch>(search);
  const typeId = wanted.type ?? null;
  const unit = unitOf(useUnits(), "length", typeId);
  const [text, setText] = useState(() => typedText(search.cuts ?? "", unit));
  const parsed = useMemo(() => parseCuts(text, { unit, numbers: localNumbers() }), [text, unit]);
  const show = (next: CutSearch): void => {
    setWanted(next);
    // "Back" from a record restores it.
    void navigate({ to: "/cuts", search: next, replace: true });
  };
  const type = (typed: string): void => {
    setText(typed);
    const { cuts } = parseCuts(typed, { unit, numbers: localNumbers() });
    // A text that cannot be read would mean something else in another locale.
    const { cuts: _former, ...others } = wanted;
    show({ ...others, ...(cuts && { cuts: cutsText(cuts, PLAIN_NUMBERS) }) });
  };
  return (
    <div className={`sd-page ${classes.page}`}>
      <h1 className="sd-title" tabIndex={-1}>
        {TITLE}
      </h1>
      <p className="sd-note">{INTRO}</p>
      <Freshness />
      <CutForm
        typeId={typeId}
        text={text}
        together={wanted.together === true}
        unit={unit}
        parsed={parsed}
        onType={type}
        onChange={(part) => show({ ...wanted, ...part })}
      />
      {typeId !== null && (
        <Found
          key={typeId}
          typeId={typeId}
          unit={unit}
          cuts={parsed.cuts}
          oneLocation={wanted.together === true}
        />
      )}
      <SavedPlans />
    </div>
  );
}

/** The cuts of an address as the user would type them. */
function typedText(cuts: string, unit: string | null): string {
  const parsed = parseCuts(cuts, { unit, numbers: PLAIN_NUMBERS });
  return parsed.cuts ? cutsText(parsed.cuts, localNumbers()) : cuts;
}

interface FoundProps {
  readonly typeId: string;
  readonly unit: string | null;
  /** Null if no cut can be read. */
  readonly cuts: readonly Cut[] | null;
  readonly oneLocation: boolean;
}

/** The plan for a type's stock. It follows the keys with low priority, so that typing never waits for it. */
function Found({ typeId, unit, cuts, oneLocation }: FoundProps) {
  const copy = useConnectionApi();
  const { data: stock, error } = useQuery(stockQuery(copy, typeId));
  const record = useQuery(recordQuery(copy, "types", typeId));
  const typeName = recordName(typeId, record.data);
  const current = useMemo(
    (): Wanted | null => cuts && { typeId, typeName, unit, cuts, oneLocation },
    [typeId, typeName, unit, cuts, oneLocation],
  );
  const wanted = useDeferredValue(current);
  if (error) return <p role="alert">{error.message}</p>;
  if (stock === undefined) return <p className="sd-note">{STOCK.reading}</p>;
  if (stock === null) return <p role="status">{STOCK.changing}</p>;
  if (stock.rolls.length === 0) return <p role="status">{STOCK.none}</p>;
  const { rolls, total } = stock;
  return (
    <>
      <p className="sd-note">
        {total > rolls.length ? onlyLongest(rolls.length, total) : stockSentence(total)}
      </p>
      {wanted !== null && <PlanResult wanted={wanted} rolls={rolls} />}
    </>
  );
}
