import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { MAX_FACETS } from "../../../../shared/query/query-calls.ts";
import {
  MAX_DAYS,
  MAX_OWN_DIFFERENT,
  type OutLimits,
} from "../../../../shared/features/custody/out-limits.ts";
import { EVERYTHING } from "../../../../shared/query/query.ts";
import { fold } from "../../../../shared/base/text/fold.ts";
import { sortNaturally } from "../../../../shared/base/text/natural-order.ts";
import { formatCount } from "../../../base/format.ts";
import { useConnectionApi } from "../../../host/host-context.ts";
import { useSaveLimits, type UsualLimits } from "../custody-queries.ts";
import { boundedDays } from "../messages.ts";
import { facetsQuery } from "../../../inventory/records/record-queries.ts";
import { FormButtons, PlainButton } from "../../../ui/buttons.tsx";
import { DataTable } from "../../../ui/data-table.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { NumberField } from "../../../ui/fields.tsx";
import { FIELD_OF } from "./groups.ts";
import { LIMITS } from "./messages.ts";
import classes from "./checked-out.module.css";

/** The most types that are listed. The search finds further types. */
const LISTED_TYPES = 100;

interface LimitsDialogProps {
  readonly usual: UsualLimits;
  readonly onClose: () => void;
}

/** Edits the limits of material types, next to the usual times of their items. */
export function LimitsDialog({ usual, onClose }: LimitsDialogProps) {
  const save = useSaveLimits();
  const [former] = useState(usual.fixed);
  const [draft, setDraft] = useState<OutLimits>(former);
  const [search, setSearch] = useState("");
  const isValid = [draft.all, ...Object.values(draft.types)].every(
    (days) => days === null || (Number.isInteger(days) && days >= 1 && days <= MAX_DAYS),
  );
  const isTooVaried = new Set(Object.values(draft.types)).size > MAX_OWN_DIFFERENT;
  const setType = (typeId: string, days: number | null): void => {
    const { [typeId]: _former, ...others } = draft.types;
    setDraft({ ...draft, types: days === null ? others : { ...others, [typeId]: days } });
  };
  return (
    <Dialog title={LIMITS.title} size="xl" closeAs="cancel" onClose={onClose}>
      <div className="sd-form">
        <p className="sd-note">{LIMITS.intro}</p>
        <NumberField
          label={LIMITS.all}
          w={220}
          size="xs"
          min={1}
          max={MAX_DAYS}
          isWhole
          placeholder={LIMITS.asUsual}
          value={draft.all}
          onChange={(all) => setDraft({ ...draft, all })}
        />
        <TextInput
          size="xs"
          aria-label={LIMITS.search}
          placeholder={LIMITS.search}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <TypeLimits usual={usual} draft={draft} search={search} onSet={setType} />
        {isTooVaried && <p role="alert">{LIMITS.tooVaried({ most: MAX_OWN_DIFFERENT })}</p>}
        <FormButtons>
          <PlainButton onClick={onClose}>{LIMITS.cancel}</PlainButton>
          <PlainButton
            variant="filled"
            disabled={!isValid || isTooVaried}
            onClick={() => {
              void save(draft, former);
              onClose();
            }}
          >
            {LIMITS.save}
          </PlainButton>
        </FormButtons>
      </div>
    </Dialog>
  );
}

interface TypeLimitsProps {
  readonly usual: UsualLimits;
  readonly draft: OutLimits;
  readonly search: string;
  readonly onSet: (typeId: string, days: number | null) => void;
}

function TypeLimits({ usual: { usual }, draft, search, onSet }: TypeLimitsProps) {
  const facets = facetsQuery(useConnectionApi(), "items", EVERYTHING, FIELD_OF.type, {
    search: "",
    limit: MAX_FACETS,
  });
  const { data } = useQuery(facets);
  const times = new Map(usual.types.map((type) => [type.typeId, type]));
  const types = sortNaturally(
    (data?.values ?? []).map(({ value, label }) => ({
      id: value,
      name: label ?? value,
      time: times.get(value),
    })),
    ({ name }) => name,
  );
  const found = types.filter(({ name }) => fold(name).includes(fold(search.trim())));
  const first = new Set(found.slice(0, LISTED_TYPES));
  // A field with an invalid value stays on screen, because it prevents saving.
  const listed = types.filter((type) => first.has(type) || Number.isNaN(draft.types[type.id]));
  return (
    <>
      <div className={classes.limits}>
        <DataTable
          rows={listed}
          keyOf={({ id }) => id}
          isFixed
          columns={[
            { key: "type", heading: LIMITS.type, title: ({ name }) => name, renderCell: ({ name }) => name },
            {
              key: "cases",
              heading: LIMITS.cases,
              isNumber: true,
              width: 66,
              renderCell: ({ time }) => (time ? formatCount(time.cases) : "–"),
            },
            {
              key: "median",
              heading: LIMITS.median,
              isNumber: true,
              width: 132,
              renderCell: ({ time }) => (time ? boundedDays(time.median) : "–"),
            },
            {
              key: "p90",
              heading: LIMITS.p90,
              isNumber: true,
              width: 150,
              renderCell: ({ time }) => (time ? boundedDays(time.p90) : "–"),
            },
            {
              key: "limit",
              heading: LIMITS.limit,
              isNumber: true,
              width: 110,
              className: classes.out,
              renderCell: ({ id, name }) => (
                <NumberField
                  aria-label={LIMITS.limitOf({ type: name })}
                  size="xs"
                  min={1}
                  max={MAX_DAYS}
                  isWhole
                  placeholder={LIMITS.asUsual}
                  value={draft.types[id] ?? null}
                  onChange={(days) => onSet(id, days)}
                />
              ),
            },
          ]}
        />
      </div>
      {found.length > LISTED_TYPES && (
        <p className="sd-note">{LIMITS.listed({ shown: LISTED_TYPES, all: found.length })}</p>
      )}
    </>
  );
}
