import { Box, Button, Group, Select } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { queryOptions, useQueries, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { proposeBasis, type SeenBasis } from "../../../shared/features/stock-value/prices.ts";
import { PRICE_BASES, type PriceBasis } from "../../../shared/features/stock-value/valuation.ts";
import { formatCount } from "../../base/format.ts";
import { unwrap } from "../../base/unwrap.ts";
import { useRecords, useSaveRecords } from "../../host/documents.ts";
import { useConnectionApi, type ConnectionApi } from "../../host/host-context.ts";
import { LOCAL_DATA } from "../../host/query-client.ts";
import { TypeSelect } from "../../inventory/records/type-select.tsx";
import { recordName, recordQuery } from "../../inventory/records/record-queries.ts";
import { IconButton, PlainButton } from "../../ui/buttons.tsx";
import { DataTable, type DataColumn } from "../../ui/data-table.tsx";
import { succeeds } from "../../ui/notify.tsx";
import { BASES, BASIS_LABELS, notConfirmed, TYPES, PRICES } from "./messages.ts";
import cardPage from "../../ui/card-page.module.css";
import classes from "./prices.module.css";

/** The screen of prices: the meaning of each pricing basis, and the material types that have their own basis. */
export function PricesScreen() {
  const navigate = useNavigate();
  return (
    <div className={`sd-page ${cardPage.page}`}>
      <h1 className="sd-title" tabIndex={-1}>
        {PRICES.title}
      </h1>
      <p className="sd-note">{PRICES.intro}</p>
      <Bases />
      <TypeBases />
      <section className={cardPage.card}>
        <p className="sd-note">{PRICES.unitsNote}</p>
        <PlainButton onClick={() => void navigate({ to: "/units" })}>{PRICES.openUnits}</PlainButton>
      </section>
    </div>
  );
}

const priceBasesQuery = ({ host, connectionId }: ConnectionApi) =>
  queryOptions({
    queryKey: [LOCAL_DATA, "types", connectionId, "price bases"],
    queryFn: () => unwrap(host.queryPriceBases({ connectionId })),
  });

function Bases() {
  const { data, error } = useQuery(priceBasesQuery(useConnectionApi()));
  const confirmed = useRecords("priceBases");
  const save = useSaveRecords("priceBases");
  const proposals = (data ?? []).flatMap((seen) => {
    const value = proposeBasis(seen);
    return seen.basis === null || value === null || confirmed.has(seen.basis)
      ? []
      : [{ id: seen.basis, value }];
  });
  const columns: readonly DataColumn<SeenBasis>[] = [
    { key: "basis", heading: BASES.basis, renderCell: ({ basis }) => basis ?? BASES.missing },
    count("types", BASES.types),
    count("perFoot", BASES.perFoot),
    count("perPound", BASES.perPound),
    {
      key: "meaning",
      heading: BASES.meaning,
      width: 290,
      renderCell: (seen) =>
        seen.basis === null ? (
          <span className="sd-dimmed">{BASES.missingNote}</span>
        ) : (
          <BasisSelect
            label={BASES.meaningOf({ basis: seen.basis })}
            none={notConfirmed(proposeBasis(seen))}
            value={confirmed.get(seen.basis) ?? null}
            onChange={(value) => void succeeds(save([{ id: seen.basis ?? "", value }]))}
          />
        ),
    },
  ];
  return (
    <section className={cardPage.card} aria-label={BASES.title}>
      <h2>{BASES.title}</h2>
      {error ? (
        <p role="alert">{error.message}</p>
      ) : data === undefined ? (
        <p className="sd-note">{BASES.working}</p>
      ) : data.length === 0 ? (
        <p className="sd-note">{BASES.none}</p>
      ) : (
        <DataTable label={BASES.title} columns={columns} rows={data} keyOf={({ basis }) => basis ?? ""} />
      )}
      {proposals.length > 0 && (
        <Group>
          <Button onClick={() => void succeeds(save(proposals))}>
            {BASES.confirm({ count: proposals.length })}
          </Button>
        </Group>
      )}
    </section>
  );
}

const count = (key: "types" | "perFoot" | "perPound", heading: string): DataColumn<SeenBasis> => ({
  key,
  heading,
  isNumber: true,
  renderCell: (seen) => formatCount(seen[key]),
});

function TypeBases() {
  const api = useConnectionApi();
  const bases = useRecords("typeBases");
  const save = useSaveRecords("typeBases");
  const ids = [...bases.keys()];
  const records = useQueries({ queries: ids.map((id) => recordQuery(api, "types", id)) });
  const set = (id: string, value: PriceBasis | null): void => void succeeds(save([{ id, value }]));
  return (
    <section className={cardPage.card} aria-label={TYPES.title}>
      <h2>{TYPES.title}</h2>
      <p className="sd-note">{TYPES.text}</p>
      {[...bases].map(([id, basis], at) => {
        const name = recordName(id, records[at]?.data);
        return (
          <div key={id} className={classes.type} role="group" aria-label={name}>
            <span className="sd-cut" title={id}>
              {name}
            </span>
            <BasisSelect
              label={TYPES.basisOf({ type: name })}
              value={basis}
              onChange={(value) => value && set(id, value)}
            />
            <IconButton
              icon={IconX}
              label={TYPES.remove({ type: name })}
              title={TYPES.remove({ type: name })}
              onClick={() => set(id, null)}
            />
          </div>
        );
      })}
      <Box w={320}>
        <TypeSelect
          label={TYPES.add}
          nothingFound={TYPES.none}
          value={null}
          except={ids}
          onPick={(id) => set(id, "foot")}
        />
      </Box>
    </section>
  );
}

interface BasisSelectProps {
  readonly label: string;
  /** The label of the choice that confirms nothing; absent if there is no such choice. */
  readonly none?: string;
  readonly value: PriceBasis | null;
  readonly onChange: (basis: PriceBasis | null) => void;
}

function BasisSelect({ label, none, value, onChange }: BasisSelectProps) {
  return (
    <Select
      aria-label={label}
      data={[
        ...(none === undefined ? [] : [{ value: "", label: none }]),
        ...PRICE_BASES.map((basis) => ({ value: basis, label: BASIS_LABELS[basis] })),
      ]}
      value={value ?? ""}
      onChange={(chosen) => onChange(PRICE_BASES.find((basis) => basis === chosen) ?? null)}
    />
  );
}
