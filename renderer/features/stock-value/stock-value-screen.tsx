import { Select } from "@mantine/core";
import { useState } from "react";
import { useLive } from "../../host/host-context.ts";
import { ReportPage } from "../../inventory/report/report-page.tsx";
import { AbcCard } from "./abc-card.tsx";
import { ChangeCard } from "./change-card.tsx";
import { CARD_TITLES, STOCK_VALUE } from "./messages.ts";
import { useStockValue } from "./stock-value.ts";
import { TurnoverCard } from "./turnover-card.tsx";
import { AgeBars, GroupBars } from "./value-bars.tsx";
import { ValueCard } from "./value-card.tsx";

/** The cards in their order. The workbook has their sheets in the same order. */
const CARDS = Object.entries(CARD_TITLES);

/** The screen of the stock's value by type, location, holder and age. It also has classes, change and turnover. */
export function StockValueScreen() {
  const items = useLive(({ status }) => status.totals.items);
  const [chosen, setChosen] = useState<string | null>(null);
  const { value } = useStockValue();
  // The currency that most items have is the first.
  const currencies = value?.currencies.map(({ currency }) => currency) ?? [];
  const currency = currencies.find((one) => one === chosen) ?? currencies[0];
  return (
    <ReportPage
      title={STOCK_VALUE.title}
      isReady={items > 0 && currency !== undefined}
      cards={CARDS}
      controls={
        currencies.length > 1 && (
          <Select
            size="sm"
            w={104}
            aria-label={STOCK_VALUE.currency}
            allowDeselect={false}
            value={currency ?? null}
            onChange={setChosen}
            data={currencies}
          />
        )
      }
    >
      <ValueCard />
      {currency !== undefined && (
        <>
          <AbcCard currency={currency} />
          <ChangeCard currency={currency} />
          <GroupBars id="byType" currency={currency} />
          <GroupBars id="byLocation" currency={currency} />
          <GroupBars id="byHolder" currency={currency} />
          <AgeBars currency={currency} />
          <TurnoverCard currency={currency} />
        </>
      )}
    </ReportPage>
  );
}
