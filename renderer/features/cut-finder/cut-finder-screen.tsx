import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch, Link } from "@tanstack/react-router";
import { useDeferredValue, useMemo, useState, useRef } from "react";
import type { Cut } from "../../../shared/features/cut-finder/cut-types.ts";
import { cutsText, parseCuts, type ParsedCuts } from "../../../shared/features/cut-finder/parse-cuts.ts";
import { localNumbers, PLAIN_NUMBERS } from "../../../shared/base/text/read-number.ts";
import { unitOf } from "../../../shared/inventory/units.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { recordName, recordQuery } from "../../inventory/records/record-queries.ts";
import { useUnits } from "../../inventory/units/unit-queries.ts";
import { MAX_CUTS_TEXT, type CutSearch } from "./cut-search.ts";
import { Freshness } from "./plan-view.tsx";
import {
  STOCK,
  cutsHint,
  cutsExample,
  FORM,
  lengthText,
  SAVED,
  savedSummary,
  CUT_FINDER,
} from "./messages.ts";
import { lengthOfCuts, type Wanted } from "./plan-draft.ts";
import { PlanResult } from "./plan-result.tsx";
import { stockQuery } from "./stock.ts";
import classes from "./cut-finder.module.css";
import { Checkbox, TextInput, Anchor } from "@mantine/core";
import { TypeSelect } from "../../inventory/records/type-select.tsx";
import { IconTrash } from "@tabler/icons-react";
import type { SavedCutPlan } from "../../../shared/features/cut-finder/saved-plan.ts";
import { IconButton } from "../../ui/buttons.tsx";
import { changedRolls, useDeletePlan, useRollsNow, useSavedPlans } from "./saved-plan-queries.ts";

/** The screen that finds rolls for cuts in the stock of a material type. */
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
    // The address contains the search, so that "Back" from a record restores the search.
    void navigate({ to: "/cuts", search: next, replace: true });
  };
  const type = (typed: string): void => {
    setText(typed);
    const { cuts } = parseCuts(typed, { unit, numbers: localNumbers() });
    // An unreadable text is not kept in the address, because in another locale it might be readable and mean something
    // else.
    const { cuts: _former, ...others } = wanted;
    show({ ...others, ...(cuts && { cuts: cutsText(cuts, PLAIN_NUMBERS) }) });
  };
  return (
    <div className={`sd-page ${classes.page}`}>
      <h1 className="sd-title" tabIndex={-1}>
        {CUT_FINDER.title}
      </h1>
      <p className="sd-note">{CUT_FINDER.intro}</p>
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

/** Writes the cuts of an address in the user's number format. */
function typedText(cuts: string, unit: string | null): string {
  const parsed = parseCuts(cuts, { unit, numbers: PLAIN_NUMBERS });
  return parsed.cuts ? cutsText(parsed.cuts, localNumbers()) : cuts;
}

interface FoundProps {
  readonly typeId: string;
  readonly unit: string | null;
  /** The cuts; null while the text has no readable cut. */
  readonly cuts: readonly Cut[] | null;
  readonly oneLocation: boolean;
}

/** The plan for the stock of a type. It is rendered with low priority, so that typing never waits for the plan. */
function Found({ typeId, unit, cuts, oneLocation }: FoundProps) {
  const api = useConnectionApi();
  const { data: stock, error } = useQuery(stockQuery(api, typeId));
  const record = useQuery(recordQuery(api, "types", typeId));
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
        {total > rolls.length
          ? STOCK.onlyLongest({ read: rolls.length, all: total })
          : STOCK.available({ rolls: total })}
      </p>
      {wanted !== null && <PlanResult wanted={wanted} rolls={rolls} />}
    </>
  );
}

interface CutFormProps {
  readonly typeId: string | null;
  readonly text: string;
  readonly together: boolean;
  readonly unit: string | null;
  readonly parsed: ParsedCuts;
  readonly onType: (text: string) => void;
  readonly onChange: (part: Omit<CutSearch, "cuts">) => void;
}

/** The form of a search: the material type, the cuts, and whether all rolls must be in one location. */
function CutForm({ typeId, text, together, unit, parsed, onType, onChange }: CutFormProps) {
  const { cuts, problem } = parsed;
  const isWrong = cuts === null && text.trim() !== "";
  const below = isWrong ? (
    <span className="sd-problem">{problem}</span>
  ) : cuts ? (
    FORM.cutsRead({ pieces: countOf(cuts), total: lengthText(lengthOfCuts(cuts), unit) })
  ) : (
    cutsHint(unit)
  );
  return (
    <section className={classes.card} aria-label={FORM.title}>
      <h2>{FORM.title}</h2>
      <div className={classes.fields}>
        <TypeSelect
          label={FORM.type}
          placeholder={FORM.typePlaceholder}
          nothingFound={FORM.noType}
          value={typeId}
          onPick={(type) => onChange({ type })}
        />
        <TextInput
          label={FORM.cuts}
          placeholder={cutsExample()}
          description={below}
          descriptionProps={{ fz: 12 }}
          inputWrapperOrder={["label", "input", "description"]}
          aria-invalid={isWrong}
          value={text}
          maxLength={MAX_CUTS_TEXT}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => onType(event.currentTarget.value)}
        />
      </div>
      <Checkbox
        size="xs"
        label={FORM.together}
        checked={together}
        onChange={(event) => onChange({ together: event.currentTarget.checked })}
      />
    </section>
  );
}

const countOf = (cuts: readonly Cut[]): number => cuts.reduce((sum, { count }) => sum + count, 0);

/** The saved plans. A plan is marked if its rolls changed. */
function SavedPlans() {
  const plans = useSavedPlans();
  const title = useRef<HTMLHeadingElement>(null);
  return (
    <section className={classes.card} aria-label={SAVED.title}>
      <h2 ref={title} tabIndex={-1}>
        {SAVED.title}
      </h2>
      {plans?.length === 0 && <p className="sd-note">{SAVED.none}</p>}
      {plans && plans.length > 0 && <PlanList plans={plans} onDelete={() => title.current?.focus()} />}
    </section>
  );
}

interface PlanListProps {
  readonly plans: readonly SavedCutPlan[];
  /** Called when a plan is deleted. The focus disappears together with the plan. */
  readonly onDelete: () => void;
}

function PlanList({ plans, onDelete }: PlanListProps) {
  const now = useRollsNow(plans);
  const deletePlan = useDeletePlan();
  return (
    <ul className="sd-list">
      {plans.map((plan) => {
        const changed = changedRolls(plan, now);
        return (
          <li key={plan.id} className={classes.saved}>
            <div className="sd-wrap">
              <Anchor
                inherit
                fw={600}
                renderRoot={(props) => <Link {...props} to="/cuts/$id" params={{ id: plan.id }} />}
              >
                {plan.name}
              </Anchor>
              <p className="sd-note">{savedSummary(plan)}</p>
            </div>
            {changed > 0 && <span className={classes.changed}>{SAVED.changed({ rolls: changed })}</span>}
            <IconButton
              icon={IconTrash}
              label={SAVED.deleteLabel({ name: plan.name })}
              title={SAVED.delete}
              onClick={() => {
                onDelete();
                void deletePlan(plan);
              }}
            />
          </li>
        );
      })}
    </ul>
  );
}
