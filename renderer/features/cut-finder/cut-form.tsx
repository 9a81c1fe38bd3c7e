import { Checkbox, TextInput } from "@mantine/core";
import type { Cut } from "../../../shared/features/cut-finder/cut-types.ts";
import type { ParsedCuts } from "../../../shared/features/cut-finder/parse-cuts.ts";
import { TypeSelect } from "../../table/filters/type-select.tsx";
import { MAX_CUTS_TEXT, type CutSearch } from "./cut-search.ts";
import { cutsHint, cutsRead, cutsExample, FORM, lengthText } from "./messages.ts";
import { lengthOfCuts } from "./plan-draft.ts";
import classes from "./cut-finder.module.css";

interface CutFormProps {
  readonly typeId: string | null;
  readonly text: string;
  readonly together: boolean;
  readonly unit: string | null;
  readonly parsed: ParsedCuts;
  readonly onType: (text: string) => void;
  readonly onChange: (part: Omit<CutSearch, "cuts">) => void;
}

/** The form of a search: type, cuts in one line, and whether from one location. */
export function CutForm({ typeId, text, together, unit, parsed, onType, onChange }: CutFormProps) {
  const { cuts, problem } = parsed;
  const isWrong = cuts === null && text.trim() !== "";
  const below = isWrong ? (
    <span className="sd-problem">{problem}</span>
  ) : cuts ? (
    cutsRead(countOf(cuts), lengthText(lengthOfCuts(cuts), unit))
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
