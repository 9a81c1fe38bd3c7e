import { Checkbox, SegmentedControl, TextInput } from "@mantine/core";
import { useMemo, useState } from "react";
import type { ListedItem, NumberedScan } from "../../../shared/features/counts/count-calls.ts";
import { groupBy } from "../../../shared/base/group-by.ts";
import { fold } from "../../../shared/base/text/fold.ts";
import { unitOf } from "../../../shared/inventory/units.ts";
import { formatNumber } from "../../base/format.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { withUnit } from "../../inventory/units/in-units.ts";
import { useUnits } from "../../inventory/units/unit-queries.ts";
import { QuietButton } from "../../ui/buttons.tsx";
import { succeeds } from "../../ui/notify.tsx";
import { useVirtualList } from "../../ui/use-virtual-list.ts";
import { LIST_FILTERS, OPEN, ITEM_LABELS } from "./messages.ts";
import classes from "./counts.module.css";

interface ExpectedListProps {
  readonly countId: string;
  readonly items: readonly ListedItem[];
  readonly scans: readonly NumberedScan[];
  /** Whether this workstation may only read the count. */
  readonly isLocked: boolean;
  readonly onTick: (item: ListedItem) => void;
  readonly onMeasure: (scan: NumberedScan) => void;
}

const ROW_HEIGHT = 34;
type Shown = keyof typeof LIST_FILTERS;
const FILTER_CHOICES = Object.entries(LIST_FILTERS).map(([value, label]) => ({
  value: value as Shown,
  label,
}));

/**
 * The list of expected items, with a tick for each item. A blind count does not show it. Clearing a tick removes the
 * item's scans.
 */
export function ExpectedList({ countId, items, scans, isLocked, onTick, onMeasure }: ExpectedListProps) {
  const { host, connectionId } = useConnectionApi();
  const [shown, setShown] = useState<Shown>("all");
  const [search, setSearch] = useState("");
  const scansOf = useMemo(() => groupBy(scans, ({ itemId }) => itemId), [scans]);
  const found = useMemo(() => {
    const wanted = fold(search.trim());
    return items.filter(
      ({ id, name, typeName }) =>
        (shown === "all" || scansOf.has(id) === (shown === "done"))
        && (wanted === "" || [id, name, typeName ?? ""].some((text) => fold(text).includes(wanted))),
    );
  }, [items, search, shown, scansOf]);
  const { scroller, virtualizer, active, onFocus, onKeyDown } = useVirtualList(
    found.length,
    ROW_HEIGHT,
    `${shown} ${search}`,
    null,
  );
  const toggle = (item: ListedItem): void => {
    const numbers = scansOf.get(item.id)?.map(({ number }) => number) ?? [];
    if (numbers.length === 0) onTick(item);
    else void succeeds(host.removeScans({ connectionId, countId, numbers }));
  };
  return (
    <section className={classes.card} aria-label={OPEN.list}>
      <h2>{OPEN.list}</h2>
      <ListTools shown={shown} search={search} onShow={setShown} onSearch={setSearch} />
      {found.length === 0 && <p className="sd-note">{OPEN.nothingFound}</p>}
      <div ref={scroller} className={classes.list}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys move between the boxes inside */}
        <ul
          className="sd-list"
          aria-label={OPEN.list}
          style={{ height: virtualizer.getTotalSize() }}
          onKeyDown={onKeyDown}
        >
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const item = found[index];
            return (
              item && (
                <li
                  // When a row leaves the list, the next row takes its index and the focus.
                  key={index}
                  className={classes.row}
                  style={{ top: start }}
                  aria-setsize={found.length}
                  aria-posinset={index + 1}
                >
                  <ItemRow
                    item={item}
                    index={index}
                    isActive={index === active}
                    isLocked={isLocked}
                    last={scansOf.get(item.id)?.at(-1)}
                    onFocus={onFocus}
                    onToggle={toggle}
                    onMeasure={onMeasure}
                  />
                </li>
              )
            );
          })}
        </ul>
      </div>
    </section>
  );
}

interface ListToolsProps {
  readonly shown: Shown;
  readonly search: string;
  readonly onShow: (shown: Shown) => void;
  readonly onSearch: (search: string) => void;
}

function ListTools({ shown, search, onShow, onSearch }: ListToolsProps) {
  return (
    <div className={classes.listTools}>
      <SegmentedControl
        size="xs"
        aria-label={OPEN.show}
        value={shown}
        onChange={onShow}
        data={FILTER_CHOICES}
      />
      <TextInput
        size="xs"
        aria-label={OPEN.search}
        placeholder={OPEN.search}
        value={search}
        onChange={(event) => onSearch(event.currentTarget.value)}
      />
    </div>
  );
}

interface ItemRowProps {
  readonly item: ListedItem;
  readonly index: number;
  /** Whether the row is the list's tab stop. */
  readonly isActive: boolean;
  readonly isLocked: boolean;
  /** The last scan of the item; undefined if the item is not counted yet. */
  readonly last: NumberedScan | undefined;
  readonly onFocus: (index: number) => void;
  readonly onToggle: (item: ListedItem) => void;
  readonly onMeasure: (scan: NumberedScan) => void;
}

/** An expected item with its tick. */
function ItemRow({ item, index, isActive, isLocked, last, onFocus, onToggle, onMeasure }: ItemRowProps) {
  const units = useUnits();
  const { id, name, typeId, typeName, length } = item;
  return (
    <>
      <Checkbox
        size="xs"
        aria-label={ITEM_LABELS.tick({ name, id })}
        data-row={index}
        tabIndex={isActive ? 0 : -1}
        checked={last !== undefined}
        // A locked checkbox can still be focused, so that the keyboard scrolls the list.
        aria-disabled={isLocked}
        className={isLocked ? classes.locked : undefined}
        onFocus={() => onFocus(index)}
        onChange={() => {
          if (!isLocked) onToggle(item);
        }}
      />
      <span className="sd-cut">
        {name} <span className="sd-mono sd-dimmed">{id}</span>
      </span>
      <span className="sd-cut sd-dimmed">{typeName}</span>
      <span className="sd-num">
        {length === null ? "" : withUnit(formatNumber(length), unitOf(units, "length", typeId) ?? "")}
      </span>
      {last && !isLocked && (
        <QuietButton aria-label={ITEM_LABELS.measure({ name, id })} onClick={() => onMeasure(last)}>
          {OPEN.measure}
        </QuietButton>
      )}
    </>
  );
}
