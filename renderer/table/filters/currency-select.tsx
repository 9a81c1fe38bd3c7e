import { Select, type SelectProps } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import type { Query } from "../../../shared/query/query.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { breakdownQuery } from "../../inventory/figures/figure-queries.ts";

interface CurrencySelectProps extends Pick<SelectProps, "label" | "aria-label" | "size" | "comboboxProps"> {
  readonly resource: Resource;
  /** The field that contains the currencies. */
  readonly field: string;
  /** The query for the rows whose currencies can be chosen. */
  readonly query: Query;
  /** The chosen currency; null until the user or the first answer has chosen one. */
  readonly value: string | null;
  readonly onChange: (currency: string) => void;
}

/** The field that chooses one currency. The first choice is the currency that most rows have. */
export function CurrencySelect({ resource, field, query, value, onChange, ...props }: CurrencySelectProps) {
  const { data } = useQuery(
    breakdownQuery(useConnectionApi(), resource, query, {
      by: { field },
      parts: [{ all: [] }],
      fields: [],
    }),
  );
  const currencies = data?.groups.flatMap((group) => group.value ?? []) ?? [];
  const [common] = currencies;
  const choose = useEffectEvent(onChange);
  useEffect(() => {
    if (value === null && common !== undefined) choose(common);
  }, [value, common]);
  return (
    <Select
      {...props}
      allowDeselect={false}
      data={[...new Set([...currencies, ...(value === null ? [] : [value])])]}
      value={value}
      onChange={(next) => next !== null && onChange(next)}
    />
  );
}
