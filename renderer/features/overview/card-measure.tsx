import { SegmentedControl, Select } from "@mantine/core";
import { useState, type ReactNode } from "react";
import type { Breakdown } from "../../../shared/query/totals.ts";
import type { Units } from "../../../shared/inventory/units.ts";
import { measure, MEASURES, type Measured } from "../../inventory/figures/measures.ts";
import { MEASURE_LABELS } from "../../inventory/figures/messages.ts";
import { formatMoney } from "../../inventory/units/money.ts";
import { useStockValue } from "../stock-value/public.ts";
import { STOCK } from "./messages.ts";

/** The measures that cards can show, in the order of their buttons. */
export const CARD_MEASURES = [...MEASURES, "value"] as const;
type CardMeasure = (typeof CARD_MEASURES)[number];
const LABELS: Readonly<Record<CardMeasure, string>> = { ...MEASURE_LABELS, value: STOCK.valueMeasure };

interface ChosenMeasure<M extends CardMeasure> {
  readonly by: M;
  /** The currency of the values; null if the measure is not the value. */
  readonly currency: string | null;
  /** The controls that choose the measure and the currency. */
  readonly controls: ReactNode;
}

/**
 * The measure that the user chose for a card. The measure "value" can be chosen once some items have a value.
 * @param among the measures that can be chosen; a card begins with the first measure.
 * @param own the currencies of the card's items; absent for the currencies of the whole stock.
 */
export function useCardMeasure<M extends CardMeasure>(
  among: readonly [M, ...M[]],
  own?: readonly string[],
): ChosenMeasure<M> {
  const [chosen, setChosen] = useState<M>(among[0]);
  const [named, setNamed] = useState<string | null>(null);
  const { value } = useStockValue();
  // The currency that most items have is the first.
  const currencies = own ?? value?.currencies.map(({ currency }) => currency) ?? [];
  const offered = among.filter((one) => one !== "value" || currencies.length > 0);
  const by = offered.includes(chosen) ? chosen : among[0];
  const currency = by === "value" ? (currencies.find((one) => one === named) ?? currencies[0] ?? null) : null;
  const controls = (
    <>
      {currency !== null && currencies.length > 1 && (
        <Select
          size="xs"
          w={92}
          aria-label={STOCK.currency}
          allowDeselect={false}
          value={currency}
          onChange={setNamed}
          data={currencies}
        />
      )}
      <SegmentedControl
        size="xs"
        aria-label={STOCK.measure}
        value={by}
        onChange={(next) => setChosen(next)}
        data={offered.map((one) => ({ value: one, label: LABELS[one] }))}
      />
    </>
  );
  return { by, currency, controls };
}

/**
 * One number of a part: its row count, a sum in the measure's unit, or the value in one currency. @param currency null
 * for no value.
 */
export function measurePart(
  part: Breakdown["groups"][number]["parts"][number] | undefined,
  by: CardMeasure,
  units: Units,
  currency: string | null,
): Measured {
  if (by !== "value") return measure(part, by, units);
  const total = part?.totals["value"]?.find(({ measuredIn }) => measuredIn === currency);
  return money(total?.sum ?? 0, currency);
}

/** An amount with its currency. */
export const money = (value: number, currency: string | null): Measured => ({
  value,
  text: formatMoney(value, currency),
});
