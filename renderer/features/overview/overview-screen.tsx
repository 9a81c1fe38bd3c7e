import { Group } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconAdjustments, IconFileTypePdf, IconFileTypeXls, IconPrinter } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import type { SavedView } from "../../../shared/query/views/views.ts";
import {
  useHost,
  useHostServices,
  useLive,
  useConnectionApi,
  type ConnectionApi,
} from "../../host/host-context.ts";
import { useEarlyQuery } from "../../host/use-early-query.ts";
import { useNow } from "../../host/use-now.ts";
import { GeneratedNote } from "../../table/freshness/generated-note.tsx";
import { StateIcon } from "../../table/freshness/state-icon.tsx";
import { printRequests } from "../../table/print/print-requests.ts";
import { useSavedViews } from "../../table/views/use-views.ts";
import { PlainButton } from "../../ui/buttons.tsx";
import { EmptyMessage } from "../../ui/empty-message.tsx";
import { valueOrNotice, succeeds } from "../../ui/notify.tsx";
import { ActivityCard } from "./activity-card.tsx";
import { CardTablesContext, type CardTables, tablesOf } from "./card-tables.ts";
import { CoverCard } from "./cover-card.tsx";
import { CustomisePanel } from "./customise-panel.tsx";
import { DeadStockCard } from "./dead-stock-card.tsx";
import { HistoryCard } from "./history-card.tsx";
import { KeyFigures } from "./key-figures.tsx";
import { placedCards, type BuiltInCard, type PlacedCard, readLayout, type Layout } from "./layout.ts";
import {
  CARD_TITLES,
  CUSTOMISE,
  EMPTY,
  EXPORT,
  PRINT,
  SAVE_PDF,
  saved,
  stateSentence,
  TITLE,
} from "./messages.ts";
import { StockCard } from "./stock-card.tsx";
import { TimeOutCard } from "./time-out-card.tsx";
import { useLightPrint } from "../../table/print/use-light-print.ts";
import { ValueCard } from "./value-card.tsx";
import { ViewCard, viewCardTitle } from "./view-card.tsx";
import classes from "./overview.module.css";
import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { unwrap } from "../../base/unwrap.ts";

const CARDS: Readonly<Record<BuiltInCard, () => React.JSX.Element>> = {
  figures: KeyFigures,
  value: ValueCard,
  byType: () => <StockCard id="byType" />,
  byLocation: () => <StockCard id="byLocation" />,
  timeOut: TimeOutCard,
  activity: ActivityCard,
  history: HistoryCard,
  cover: CoverCard,
  deadStock: DeadStockCard,
};

/** The first screen: figures and charts for managers. */
export function OverviewScreen() {
  const views = useSavedViews();
  const [layout, setLayout] = useLayout();
  const [isCustomising, setIsCustomising] = useState(false);
  const [tables] = useState<CardTables>(() => new Map());
  const items = useLive(({ status }) => status.totals.items);
  const exportCards = useExport();
  const shown = layout ? placedCards(layout).filter(({ hidden }) => !hidden) : [];
  useEffect(() => printRequests.subscribe(() => window.print()), []);
  useLightPrint();
  return (
    <div className={`sd-page ${classes.page}`} data-printed>
      <Group component="header" gap={10} wrap="wrap">
        <h1 className="sd-title" tabIndex={-1}>
          {TITLE}
        </h1>
        <Actions
          isReady={items > 0}
          onCustomise={() => setIsCustomising(true)}
          onExport={() =>
            void exportCards(
              tables,
              shown.map((card) => [card.id, titleOf(card, views)] as const),
            )
          }
        />
      </Group>
      <State />
      {items === 0 ? (
        <div className={classes.empty}>
          <EmptyMessage>
            <h2>{EMPTY.title}</h2>
            <p>{EMPTY.text}</p>
          </EmptyMessage>
        </div>
      ) : (
        <CardTablesContext value={tables}>
          <div className={classes.cards}>
            {shown.map((card) => (
              <PlacedCardView key={card.id} card={card} views={views} />
            ))}
          </div>
        </CardTablesContext>
      )}
      {isCustomising && layout && (
        <CustomisePanel
          layout={layout}
          views={views}
          onChange={setLayout}
          onClose={() => setIsCustomising(false)}
        />
      )}
    </div>
  );
}

function PlacedCardView({
  card,
  views,
}: {
  readonly card: PlacedCard;
  readonly views: readonly SavedView[];
}) {
  if (card.own) return <ViewCard card={card.own} view={viewOf(card.own.viewId, views)} />;
  const BuiltIn = CARDS[card.id];
  return <BuiltIn />;
}

const viewOf = (id: string, views: readonly SavedView[]): SavedView | undefined =>
  views.find((view) => view.id === id);

function titleOf(card: PlacedCard, views: readonly SavedView[]): string {
  return card.own ? viewCardTitle(card.own, viewOf(card.own.viewId, views)) : CARD_TITLES[card.id];
}

interface ActionsProps {
  readonly isReady: boolean;
  readonly onCustomise: () => void;
  readonly onExport: () => void;
}

function Actions({ isReady, onCustomise, onExport }: ActionsProps) {
  const host = useHost();
  const { boot } = useHostServices();
  const savePdf = async (): Promise<void> => {
    const written = await valueOrNotice(host.savePdf({ name: TITLE }));
    if (written?.file) notifications.show({ message: saved(written.file) });
  };
  return (
    <Group gap={8} ml="auto" className={classes.actions}>
      <PlainButton leftSection={<IconAdjustments size={16} aria-hidden />} onClick={onCustomise}>
        {CUSTOMISE}
      </PlainButton>
      <PlainButton
        leftSection={<IconFileTypeXls size={16} aria-hidden />}
        disabled={!isReady}
        onClick={onExport}
      >
        {EXPORT}
      </PlainButton>
      {boot.host === "electron" && (
        <PlainButton
          leftSection={<IconFileTypePdf size={16} aria-hidden />}
          disabled={!isReady}
          onClick={() => void savePdf()}
        >
          {SAVE_PDF}
        </PlainButton>
      )}
      <PlainButton
        leftSection={<IconPrinter size={16} aria-hidden />}
        disabled={!isReady}
        onClick={() => window.print()}
      >
        {PRINT}
      </PlainButton>
    </Group>
  );
}

/** The freshness of the figures, unless up to date, and the note on generated data. */
function State() {
  const status = useLive((live) => live.status);
  const now = useNow(10_000);
  const sentence = stateSentence(status, now);
  return (
    <>
      {sentence !== null && (
        <p className={classes.state} role="status">
          {/* Stale figures of an idle connection need a warning: its check mark would say the opposite. */}
          <StateIcon state={status.state === "idle" ? "failed" : status.state} /> {sentence}
        </p>
      )}
      <GeneratedNote />
    </>
  );
}

/**
 * Writes the cards on screen into a workbook, with a sheet for each table. @param titleOf the titles of the cards, in
 * order.
 */
function useExport(): (
  tables: CardTables,
  cards: readonly (readonly [id: string, title: string])[],
) => Promise<void> {
  const host = useHost();
  const connection = useLive((live) => live.connection?.name ?? "");
  return async (tables, cards) => {
    const sheets = cards.flatMap(([id, name]) =>
      tablesOf(tables, id).map(({ title = name, columns, rows }) => ({
        name: title,
        columns: [...columns],
        rows: rows.map((row) => [...row]),
      })),
    );
    const written = await valueOrNotice(
      host.saveWorkbook({ name: `${TITLE} ${connection}`.trim().slice(0, 200), sheets }),
    );
    if (written?.file) notifications.show({ message: saved(written.file) });
  };
}

const NAME = "overview";

const layoutQuery = ({ host, profileId }: ConnectionApi) =>
  queryOptions({
    queryKey: ["layout", NAME, profileId],
    queryFn: async () => readLayout(await unwrap(host.loadUiState({ profileId, name: NAME }))),
  });

/** The cards of the open connection's overview; undefined until they are loaded. */
function useLayout(): readonly [Layout | undefined, (next: Layout) => void] {
  const copy = useConnectionApi();
  const client = useQueryClient();
  const query = layoutQuery(copy);
  const { data } = useEarlyQuery(query);
  const save = (next: Layout): void => {
    client.setQueryData(query.queryKey, next);
    const { host, profileId } = copy;
    void succeeds(host.saveUiState({ profileId, name: NAME, value: JSON.stringify(next) }));
  };
  return [data, save];
}
