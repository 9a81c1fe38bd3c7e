import { Button, Radio, Select } from "@mantine/core";
import { useState } from "react";
import type { Comparison } from "../../../shared/exports/comparisons.ts";
import { compileQuery } from "../../../shared/views/compile-view.ts";
import { EVERYTHING, type Query } from "../../../shared/query/query.ts";
import type { Resource } from "../../../shared/domain/resource-names.ts";
import { RESOURCE_LABELS } from "../../inventory/labels/labels.ts";
import { useView } from "../../inventory/views/use-views.ts";
import classes from "./comparison.module.css";
import { everythingLabel, otherConnectionWarning, QUESTION, shownLabel, unknownRows } from "./messages.ts";
import { FormButtons, PlainButton } from "../../ui/buttons.tsx";

/** Asks which rows a file is compared with, and for consent where it comes from another connection. */
export function ComparisonQuestion({
  file,
  question: { resources, knowsRows, otherProfile },
  onAnswer,
  onCancel,
}: {
  readonly file: string;
  readonly question: NonNullable<Comparison["question"]>;
  /** @param rows null for the rows that the file itself names. */
  readonly onAnswer: (rows: { readonly resource: Resource; readonly query: Query } | null) => void;
  readonly onCancel: () => void;
}) {
  const [resource, setResource] = useState<Resource>(resources[0] ?? "items");
  const [rows, setRows] = useState<"everything" | "shown">("everything");
  const [view] = useView(resource);
  return (
    <form
      className={classes.card}
      onSubmit={(event) => {
        event.preventDefault();
        if (knowsRows) return onAnswer(null);
        onAnswer({ resource, query: rows === "everything" ? EVERYTHING : compileQuery(view) });
      }}
    >
      <h1>{otherProfile === null ? QUESTION.whichRows : QUESTION.otherConnection}</h1>
      {otherProfile !== null && <p role="alert">{otherConnectionWarning(file, otherProfile)}</p>}
      {!knowsRows && (
        <>
          <p>{unknownRows(file)}</p>
          {resources.length > 1 && (
            <Select
              label={QUESTION.table}
              data={resources.map((value) => ({ value, label: RESOURCE_LABELS[value].title }))}
              value={resource}
              onChange={(next) => next && setResource(next)}
            />
          )}
          <Radio.Group label={QUESTION.compareWith} value={rows} onChange={setRows}>
            <div className="sd-choices">
              <Radio value="everything" label={everythingLabel(resource)} />
              <Radio value="shown" label={shownLabel(resource)} />
            </div>
          </Radio.Group>
        </>
      )}
      <FormButtons>
        <PlainButton onClick={onCancel}>Cancel</PlainButton>
        <Button type="submit">{otherProfile === null ? QUESTION.compare : QUESTION.compareAnyway}</Button>
      </FormButtons>
    </form>
  );
}
