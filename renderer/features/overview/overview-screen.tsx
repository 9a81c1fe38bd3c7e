import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { IconAdjustments } from "@tabler/icons-react";
import { useState } from "react";
import type { SavedView } from "../../../shared/query/views/views.ts";
import { unwrap } from "../../base/unwrap.ts";
import { useConnectionApi, useLive, type ConnectionApi } from "../../host/host-context.ts";
import { useEarlyQuery } from "../../host/use-early-query.ts";
import { usePastDay } from "../../host/past-day.ts";
import { useExtensions } from "../../table/extensions.ts";
import { Card } from "../../inventory/report/card.tsx";
import { ReportPage } from "../../inventory/report/report-page.tsx";
import { useSavedViews } from "../../table/views/use-views.ts";
import { PlainButton } from "../../ui/buttons.tsx";
import { EmptyMessage } from "../../ui/empty-message.tsx";
import { succeeds } from "../../ui/notify.tsx";
import { ActivityCard } from "./activity-card.tsx";
import { CoverCard } from "./cover-card.tsx";
import { CustomisePanel } from "./customise-panel.tsx";
import { DeadStockCard } from "./dead-stock-card.tsx";
import { HistoryCard } from "./history-card.tsx";
import { KeyFigures } from "./key-figures.tsx";
import { placedCards, type BuiltInCard, type PlacedCard, readLayout, type Layout } from "./layout.ts";
import { CARD_TITLES, EMPTY, OVERVIEW } from "./messages.ts";
import { StockCard } from "./stock-card.tsx";
import { TimeOutCard } from "./time-out-card.tsx";
import { PastValueCard, ValueCard } from "../stock-value/public.ts";
import { ViewCard, viewCardTitle } from "./view-card.tsx";
import classes from "./overview.module.css";

const CARDS: Readonly<Record<BuiltInCard, () => React.JSX.Element>> = {
  figures: KeyFigures,
  value: () => <ValueCard hasLink />,
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
  const { layout, setLayout, readAgain } = useLayout();
  const [isCustomising, setIsCustomising] = useState(false);
  const items = useLive(({ status }) => status.totals.items);
  const buttons = useExtensions("ToolbarButton");
  const shown = layout ? placedCards(layout).filter(({ hidden }) => !hidden) : [];
  return (
    <>
      <ReportPage
        title={OVERVIEW.title}
        isReady={items > 0}
        controls={
          <>
            {buttons.map((ToolbarButton, at) => (
              <ToolbarButton key={at} />
            ))}
            <PlainButton
              leftSection={<IconAdjustments size={16} aria-hidden />}
              onClick={() => void readAgain().then(() => setIsCustomising(true))}
            >
              {OVERVIEW.customise}
            </PlainButton>
          </>
        }
        cards={shown.map((card) => [card.id, titleOf(card, views)] as const)}
        empty={items === 0 ? <NoItems /> : undefined}
      >
        {shown.map((card) => (
          <PlacedCardView key={card.id} card={card} views={views} />
        ))}
      </ReportPage>
      {isCustomising && layout && (
        <CustomisePanel
          layout={layout}
          views={views}
          onChange={setLayout}
          onClose={() => setIsCustomising(false)}
        />
      )}
    </>
  );
}

function NoItems() {
  return (
    <div className={classes.empty}>
      <EmptyMessage>
        <h2>{EMPTY.title}</h2>
        <p>{EMPTY.text}</p>
      </EmptyMessage>
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
  return <BuiltInCardView id={card.id} />;
}

/** Cards that show many days. They have no form for a single past day. */
const WITHOUT_PAST: ReadonlySet<BuiltInCard> = new Set(["activity", "history", "cover"]);

function BuiltInCardView({ id }: { readonly id: BuiltInCard }) {
  const past = usePastDay();
  const BuiltIn = CARDS[id];
  if (past && id === "value") return <PastValueCard day={past.day} />;
  if (past && WITHOUT_PAST.has(id))
    return (
      <Card title={CARD_TITLES[id]}>
        <p className="sd-dimmed">{OVERVIEW.noPast}</p>
      </Card>
    );
  return <BuiltIn />;
}

const viewOf = (id: string, views: readonly SavedView[]): SavedView | undefined =>
  views.find((view) => view.id === id);

function titleOf(card: PlacedCard, views: readonly SavedView[]): string {
  return card.own ? viewCardTitle(card.own, viewOf(card.own.viewId, views)) : CARD_TITLES[card.id];
}

const NAME = "overview";

const layoutQuery = ({ host, connectionId }: ConnectionApi) =>
  queryOptions({
    queryKey: ["layout", NAME, connectionId],
    queryFn: async () => readLayout(await unwrap(host.loadUiState({ connectionId, name: NAME }))),
  });

/** The cards of the open connection's overview; undefined until they are loaded. */
function useLayout() {
  const api = useConnectionApi();
  const client = useQueryClient();
  const query = layoutQuery(api);
  const { data: layout, refetch } = useEarlyQuery(query);
  const setLayout = (next: Layout): void => {
    client.setQueryData(query.queryKey, next);
    const { host, connectionId } = api;
    void succeeds(host.saveUiState({ connectionId, name: NAME, value: JSON.stringify(next) }));
  };
  // The layout is read again before it is edited: another window may have saved other cards, and saving this layout
  // would remove them.
  return { layout, setLayout, readAgain: refetch };
}
