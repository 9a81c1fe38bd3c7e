import { Anchor, Button, Group, Progress, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useRouter } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import type { ListedItem, NumberedScan } from "../../../shared/features/counts/count-calls.ts";
import { MAX_SCANNED_TEXT } from "../../../shared/features/counts/count-records.ts";
import { useScans } from "../../commands/scans.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { useScanRefusal } from "../../inventory/scans/use-scan-refusal.ts";
import { PlainButton } from "../../ui/buttons.tsx";
import { ConfirmButton } from "../../ui/confirm-button.tsx";
import { valueOrNotice } from "../../ui/notify.tsx";
import { ChoiceDialog, type CountChoice } from "./choice-dialog.tsx";
import { ShareCountButton, TeamNote, useIsLocked } from "./count-team.tsx";
import { expectedQuery, useCountScans, type NamedCount } from "./count-queries.ts";
import { ExpectedList } from "./expected-list.tsx";
import { ImportSheet } from "./import-sheet.tsx";
import { MeasureDialog } from "./measure-dialog.tsx";
import { COUNTS, OPEN, outcomeText, startedText } from "./messages.ts";
import { ScanList } from "./scan-list.tsx";
import classes from "./counts.module.css";

const NO_SCANS: readonly NumberedScan[] = [];

/** An open count: the user scans, types or ticks the items that are present. */
export function OpenCount({ count }: { readonly count: NamedCount }) {
  const { blind, id: countId } = count;
  const api = useConnectionApi();
  const scans = useCountScans(countId) ?? NO_SCANS;
  const expected = useQuery({ ...expectedQuery(api, countId), enabled: !blind });
  const [measured, setMeasured] = useState<NumberedScan | null>(null);
  const [isImporting, setImporting] = useState(false);
  const counting = useCounting(countId);
  const isLocked = useIsLocked(count);
  useScans(isLocked ? null : ({ text }) => counting.take("scan", text.slice(0, MAX_SCANNED_TEXT), null));
  return (
    <div className={`sd-page ${classes.page}`}>
      <OpenHeader count={count} onImport={() => setImporting(true)} />
      <p className="sd-note">
        {startedText(count)} {OPEN.nothingWritten} {blind && OPEN.blind}
      </p>
      <TeamNote count={count} />
      {!isLocked && (
        <EntryForm onEnter={(text) => counting.take("typed", text, null)} message={counting.message} />
      )}
      {!blind && expected.data && <CountProgress items={expected.data} scans={scans} />}
      {expected.error && <p role="alert">{expected.error.message}</p>}
      {!blind && expected.data && (
        <ExpectedList
          countId={countId}
          items={expected.data}
          scans={scans}
          isLocked={isLocked}
          onTick={(item) => void counting.take("tick", item.id, item.id)}
          onMeasure={setMeasured}
        />
      )}
      <ScanList count={count} scans={scans} isLocked={isLocked} onMeasure={setMeasured} />
      {counting.choice && (
        <ChoiceDialog
          request={counting.choice}
          onChoose={(item) => counting.choose(item)}
          onClose={counting.dropChoice}
        />
      )}
      {measured && <MeasureDialog countId={countId} scan={measured} onClose={() => setMeasured(null)} />}
      {isImporting && <ImportSheet countId={countId} onClose={() => setImporting(false)} />}
    </div>
  );
}

/** Counts texts and items. The outcome of the last count is the state. */
function useCounting(countId: string) {
  const { host, connectionId } = useConnectionApi();
  const refuse = useScanRefusal();
  const [message, setMessage] = useState<string | null>(null);
  /** Scanning continues while a dialog asks which item an ambiguous scan means. */
  const [choices, setChoices] = useState<readonly CountChoice[]>([]);
  const [choice = null] = choices;
  const dropChoice = (): void => setChoices(([, ...others]) => others);
  const take = async (by: NumberedScan["by"], text: string, itemId: string | null): Promise<void> => {
    const entries = [{ text, itemId, length: null, weight: null }];
    const counted = await valueOrNotice(host.countItems({ connectionId, countId, by, entries }));
    const [outcome] = counted?.outcomes ?? [];
    if (!outcome) return;
    const sentence = outcomeText(outcome.outcome, outcome.scan?.name ?? text);
    setMessage(sentence);
    if (outcome.outcome === "ambiguous")
      setChoices((waiting) => [...waiting, { by, text, records: outcome.choices }]);
    if (outcome.outcome === "ambiguous" || outcome.outcome === "unknown") refuse(sentence);
  };
  return {
    message,
    choice,
    take,
    dropChoice,
    choose: (itemId: string) => {
      if (choice) void take(choice.by, choice.text, itemId);
      dropChoice();
    },
  };
}

function OpenHeader({ count, onImport }: { readonly count: NamedCount; readonly onImport: () => void }) {
  const { host, connectionId } = useConnectionApi();
  const ofCount = { connectionId, countId: count.id };
  const isLocked = useIsLocked(count);
  return (
    <Group component="header" gap={10} wrap="wrap">
      <h1 className="sd-title sd-wrap" tabIndex={-1}>
        {count.name}
      </h1>
      <Group gap={8} ms="auto">
        <Anchor inherit renderRoot={(props) => <Link {...props} to="/counts" />}>
          {COUNTS.back}
        </Anchor>
        <PlainButton disabled={isLocked} onClick={onImport}>
          {OPEN.import}
        </PlainButton>
        <ShareCountButton count={count} />
        <DeleteButton count={count} />
        <ConfirmButton
          label={OPEN.close}
          title={OPEN.closeTitle}
          disabled={isLocked}
          action={() => host.closeCount(ofCount)}
        >
          {count.team ? OPEN.closeTeamNote : OPEN.closeNote}
        </ConfirmButton>
      </Group>
    </Group>
  );
}

/** The button that deletes a count after a question. Then the page leads back to the list. */
export function DeleteButton({ count }: { readonly count: NamedCount }) {
  const { host, connectionId } = useConnectionApi();
  const router = useRouter();
  const isLocked = useIsLocked(count);
  return (
    <ConfirmButton
      label={OPEN.delete}
      title={OPEN.deleteTitle}
      disabled={isLocked}
      action={async () => {
        const deleted = await host.deleteCount({ connectionId, countId: count.id });
        if (deleted.ok) await router.navigate({ to: "/counts" });
        return deleted;
      }}
    >
      {count.team ? OPEN.deleteTeamNote : OPEN.deleteNote}
    </ConfirmButton>
  );
}

interface EntryFormProps {
  readonly onEnter: (text: string) => Promise<void>;
  /** The outcome of the last scan or entry. */
  readonly message: string | null;
}

/** A field for ids and names, for users without a scanner. */
function EntryForm({ onEnter, message }: EntryFormProps) {
  const [text, setText] = useState("");
  return (
    <form
      className={classes.entry}
      onSubmit={(event) => {
        event.preventDefault();
        const entered = text.trim();
        if (entered === "") return;
        setText("");
        void onEnter(entered);
      }}
    >
      <TextInput
        label={OPEN.enter}
        description={OPEN.enterHint}
        value={text}
        maxLength={MAX_SCANNED_TEXT}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" disabled={text.trim() === ""}>
        {OPEN.add}
      </Button>
      <p role="status" className={classes.outcome}>
        {message}
      </p>
    </form>
  );
}

/** The share of the expected items that are already counted. */
function CountProgress({
  items,
  scans,
}: {
  readonly items: readonly ListedItem[];
  readonly scans: readonly NumberedScan[];
}) {
  const done = useMemo(() => {
    const counted = new Set(scans.map(({ itemId }) => itemId));
    return items.filter(({ id }) => counted.has(id)).length;
  }, [items, scans]);
  const text = OPEN.done({ done, all: items.length });
  return (
    <div className={classes.progress}>
      <Progress.Root size={8}>
        <Progress.Section value={(done / items.length) * 100} aria-label={OPEN.progress} />
      </Progress.Root>
      <p>
        {text} · {OPEN.entries({ scans: scans.length })}
      </p>
    </div>
  );
}
