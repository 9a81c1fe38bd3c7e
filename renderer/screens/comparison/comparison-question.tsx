import { Button, Radio, Select } from "@mantine/core";
import { useState } from "react";
import type { Comparison } from "../../../shared/exports/comparisons.ts";
import { compileQuery } from "../../../shared/views/compile-view.ts";
import { EVERYTHING, type Query } from "../../../shared/query/query.ts";
import type { Resource } from "../../../shared/domain/resource-names.ts";
import { RESOURCE_LABELS } from "../../inventory/labels/resource-labels.ts";
import { useView } from "../../inventory/views/use-view.ts";
import classes from "./comparison.module.css";

/** Asks what cannot be known of a file: with which rows it is compared, and whether although it is another connection's. */
export function ComparisonQuestion({
  file,
  question: { resources, knowsRows, otherProfile },
  onAnswer,
  onCancel,
}: {
  readonly file: string;
  readonly question: NonNullable<Comparison["question"]>;
  /** @param rows null: those that the file says itself. */
  readonly onAnswer: (rows: { readonly resource: Resource; readonly query: Query } | null) => void;
  readonly onCancel: () => void;
}) {
  const [resource, setResource] = useState<Resource>(resources[0] ?? "items");
  const [rows, setRows] = useState<"everything" | "shown">("everything");
  const [view] = useView(resource);
  const { many } = RESOURCE_LABELS[resource];
  return (
    <form
      className={classes.card}
      onSubmit={(event) => {
        event.preventDefault();
        if (knowsRows) return onAnswer(null);
        onAnswer({ resource, query: rows === "everything" ? EVERYTHING : compileQuery(view) });
      }}
    >
      <h1>
        {otherProfile === null ? "Which rows does this file have?" : "This file is of another connection"}
      </h1>
      {otherProfile !== null && (
        <p role="alert">
          {file} was exported from “{otherProfile}”. Compared with this connection, most rows may look added
          and gone.
        </p>
      )}
      {!knowsRows && (
        <>
          <p>{file} does not say which rows it had. Choose what it is compared with.</p>
          {resources.length > 1 && (
            <Select
              label="Table"
              data={resources.map((value) => ({ value, label: RESOURCE_LABELS[value].title }))}
              value={resource}
              allowDeselect={false}
              onChange={(next) => next && setResource(next)}
            />
          )}
          <Radio.Group label="Compare with" value={rows} onChange={setRows}>
            <div className={classes.choices}>
              <Radio value="everything" label={`Everything: all ${many}`} />
              <Radio value="shown" label={`What the table of ${many} shows now`} />
            </div>
          </Radio.Group>
        </>
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit">{otherProfile === null ? "Compare" : "Compare anyway"}</Button>
      </div>
    </form>
  );
}
