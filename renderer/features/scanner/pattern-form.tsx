import { Button, Select, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { assertNever } from "../../../shared/base/errors.ts";
import {
  partOfScan,
  readSeparators,
  showSeparators,
  type ScanPattern,
} from "../../../shared/features/scanner/scan-pattern.ts";
import { SINGLE_RECORD } from "../../../shared/contract/declarations.ts";
import { useScans } from "../../commands/scans.ts";
import { recordsQuery, useSaveRecords } from "../../host/documents.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { succeeds } from "../../ui/notify.tsx";
import { GS1_ELEMENTS, GS1_LABELS, PART_LABELS, PATTERN, SECTION, testResult } from "./messages.ts";
import classes from "./scanner.module.css";

type Part = keyof typeof PART_LABELS;
const PARTS = Object.keys(PART_LABELS) as readonly Part[];

/** The form that edits the pattern for the connection's labels, and tests it. */
export function PatternForm() {
  const { data } = useQuery(recordsQuery(useConnectionApi(), "scanPattern"));
  if (!data) return null;
  const saved = data.get(SINGLE_RECORD) ?? null;
  return <LoadedForm key={JSON.stringify(saved)} saved={saved} />;
}

function LoadedForm({ saved }: { readonly saved: ScanPattern | null }) {
  const save = useSaveRecords("scanPattern");
  const [draft, setDraft] = useState(saved);
  const isComplete = draft?.part !== "parameter" || draft.name !== "";
  const isChanged = JSON.stringify(draft) !== JSON.stringify(saved);
  return (
    <form
      className={classes.pattern}
      aria-label={SECTION.pattern}
      onSubmit={(event) => {
        event.preventDefault();
        void succeeds(save([{ id: SINGLE_RECORD, value: draft }]));
      }}
    >
      <h3>{SECTION.pattern}</h3>
      <p className="sd-note">{SECTION.patternNote}</p>
      <Select
        label={PATTERN.part}
        data={PARTS.map((value) => ({ value, label: PART_LABELS[value] }))}
        value={draft?.part ?? "none"}
        onChange={(part) => part && setDraft(blankPattern(part))}
      />
      {draft?.part === "between" && (
        <>
          <TextInput
            label={PATTERN.prefix}
            maxLength={200}
            value={draft.prefix}
            onChange={(event) => setDraft({ ...draft, prefix: event.currentTarget.value })}
          />
          <TextInput
            label={PATTERN.suffix}
            maxLength={200}
            value={draft.suffix}
            onChange={(event) => setDraft({ ...draft, suffix: event.currentTarget.value })}
          />
        </>
      )}
      {draft?.part === "segment" && (
        <TextInput
          label={PATTERN.beginning}
          maxLength={200}
          value={draft.prefix}
          onChange={(event) => setDraft({ ...draft, prefix: event.currentTarget.value })}
        />
      )}
      {draft?.part === "gs1" && (
        <Select
          label={PATTERN.element}
          data={GS1_ELEMENTS.map((value) => ({ value, label: GS1_LABELS[value] }))}
          value={draft.identifier}
          onChange={(identifier) => identifier && setDraft({ ...draft, identifier })}
        />
      )}
      {draft?.part === "parameter" && (
        <TextInput
          label={PATTERN.parameter}
          maxLength={200}
          value={draft.name}
          onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
        />
      )}
      <TestField pattern={draft} />
      <Button type="submit" disabled={!isChanged || !isComplete}>
        {PATTERN.save}
      </Button>
    </form>
  );
}

function blankPattern(part: Part): ScanPattern | null {
  switch (part) {
    case "none":
      return null;
    case "between":
      return { part, prefix: "", suffix: "" };
    case "gs1":
      return { part, identifier: "21" };
    case "segment":
      return { part, prefix: "" };
    case "lastSegment":
      return { part };
    case "parameter":
      return { part, name: "" };
    default:
      return assertNever(part, "unknown part of a code");
  }
}

/** A field that shows which part of a text is looked up. While it has the focus, scans go into this field. */
function TestField({ pattern }: { readonly pattern: ScanPattern | null }) {
  const [text, setText] = useState("");
  const [hasFocus, setHasFocus] = useState(false);
  useScans(hasFocus ? (scan) => setText(scan.text) : null);
  return (
    <TextInput
      label={PATTERN.test}
      description={testResult(text, pattern && partOfScan(pattern, text.trim()))}
      value={showSeparators(text)}
      onFocus={() => setHasFocus(true)}
      onBlur={() => setHasFocus(false)}
      onChange={(event) => setText(readSeparators(event.currentTarget.value))}
    />
  );
}
