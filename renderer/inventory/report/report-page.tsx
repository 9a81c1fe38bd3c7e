import { Group } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { notifications } from "@mantine/notifications";
import { IconFileTypePdf, IconFileTypeXls, IconPrinter } from "@tabler/icons-react";
import { useCallback, useEffect, useState, type ReactNode } from "react";
import { useHost, useHostServices, useLive } from "../../host/host-context.ts";
import { usePastDay } from "../../host/past-day.ts";
import { useNow } from "../../host/use-now.ts";
import { PlainButton } from "../../ui/buttons.tsx";
import { valueOrNotice } from "../../ui/notify.tsx";
import { GeneratedNote } from "../freshness/generated-note.tsx";
import { StateIcon } from "../freshness/state-icon.tsx";
import { printRequests } from "../paper/print-requests.ts";
import { useLightPrint } from "../paper/use-light-print.ts";
import { CardTablesContext, tablesOf, type CardTables } from "./card-tables.ts";
import { paperLine, stateSentence, REPORT } from "./messages.ts";
import { watchDrawn } from "./watch-drawn.ts";
import classes from "./report.module.css";
import { NOTICES } from "../../ui/messages.ts";

interface ReportPageProps {
  readonly title: string;
  /** Whether the page has something to print and export. */
  readonly isReady: boolean;
  /** Controls before the buttons that export and print. */
  readonly controls?: ReactNode;
  /** The ids and titles of the cards, in the order of the workbook's sheets. */
  readonly cards: readonly (readonly [id: string, title: string])[];
  /** The content that is shown instead of the cards. */
  readonly empty?: ReactNode;
  /** True if the page shows a past time and names this time. The age of the copy says nothing about a past time. */
  readonly isFormer?: boolean;
  /** The cards. */
  readonly children: ReactNode;
}

/** A page of cards that the user can print and export. The workbook has a sheet for each table. */
export function ReportPage(props: ReportPageProps) {
  const { title, isReady, controls, cards, empty, isFormer = false, children } = props;
  const [tables] = useState<CardTables>(() => new Map());
  useLightPrint();
  return (
    <div className={`sd-page ${classes.page}`} data-printed>
      <Group component="header" gap={10} wrap="wrap">
        <h1 className="sd-title" tabIndex={-1}>
          {title}
        </h1>
        <Group gap={8} ms="auto" className={classes.actions}>
          {controls}
          <ReportActions title={title} isReady={isReady} tables={tables} cards={cards} />
        </Group>
      </Group>
      <State isFormer={isFormer} />
      {empty ?? (
        <CardTablesContext value={tables}>
          <div className={classes.cards}>{children}</div>
        </CardTablesContext>
      )}
    </div>
  );
}

interface ReportActionsProps extends Pick<ReportPageProps, "title" | "isReady" | "cards"> {
  readonly tables: CardTables;
}

function ReportActions({ title, isReady, tables, cards }: ReportActionsProps) {
  const host = useHost();
  const { boot } = useHostServices();
  const connection = useLive((live) => live.connection?.name ?? "");
  const act = useOnceDrawn();
  const canAct = isReady && cards.length > 0;
  useEffect(() => printRequests.subscribe(() => act(() => window.print())), [act]);
  const exportCards = async (): Promise<void> => {
    const sheets = cards.flatMap(([id, name]) =>
      tablesOf(tables, id).map(({ title: own = name, columns, rows }) => ({
        name: own,
        columns: [...columns],
        rows: rows.map((row) => [...row]),
      })),
    );
    const name = `${title} ${connection}`.trim().slice(0, 200);
    const written = await valueOrNotice(host.saveWorkbook({ name, sheets }));
    if (written?.file) notifications.show({ message: NOTICES.saved({ file: written.file }) });
  };
  const savePdf = async (): Promise<void> => {
    const written = await valueOrNotice(host.savePdf({ name: title }));
    if (written?.file) notifications.show({ message: NOTICES.saved({ file: written.file }) });
  };
  return (
    <>
      <PlainButton
        leftSection={<IconFileTypeXls size={16} aria-hidden />}
        disabled={!canAct}
        onClick={() => act(() => void exportCards())}
      >
        {REPORT.export}
      </PlainButton>
      {boot.host === "electron" && (
        <PlainButton
          leftSection={<IconFileTypePdf size={16} aria-hidden />}
          disabled={!canAct}
          onClick={() => act(() => void savePdf())}
        >
          {REPORT.savePdf}
        </PlainButton>
      )}
      <PlainButton
        leftSection={<IconPrinter size={16} aria-hidden />}
        disabled={!canAct}
        onClick={() => act(() => window.print())}
      >
        {REPORT.print}
      </PlainButton>
    </>
  );
}

/**
 * Returns a function that runs an action once the report is drawn. Otherwise a card that is still being counted would
 * be missing.
 */
function useOnceDrawn(): (action: () => void) => void {
  const client = useQueryClient();
  const [waiting, setWaiting] = useState<{ readonly action: () => void } | null>(null);
  useEffect(() => {
    if (!waiting) return undefined;
    return watchDrawn(client, () => {
      setWaiting(null);
      waiting.action();
    });
  }, [client, waiting]);
  return useCallback((action) => setWaiting({ action }), []);
}

/** Shows how current the figures are, unless they are up to date. Also shows the note about generated data. */
function State({ isFormer }: { readonly isFormer: boolean }) {
  const status = useLive((live) => live.status);
  const connection = useLive((live) => live.connection?.name ?? "");
  const now = useNow(10_000);
  const isPast = usePastDay() !== null;
  // The figures of a past day do not become stale.
  const sentence = isPast ? null : stateSentence(status, now);
  return (
    <>
      {!isPast && !isFormer && <p className={classes.paper}>{paperLine(connection, status, now)}</p>}
      {sentence !== null && (
        <p className={classes.state} role="status">
          {/* Stale figures need the warning icon: the check mark of "idle" would say the opposite. */}
          <StateIcon state={status.state === "idle" ? "failed" : status.state} /> {sentence}
        </p>
      )}
      <GeneratedNote />
    </>
  );
}
