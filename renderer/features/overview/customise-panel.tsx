import { Checkbox, Group, Select, Stack } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { groupableFields, levelId } from "../../../shared/query/group-levels.ts";
import { FIELDS } from "../../../shared/inventory/fields.ts";
import type { SavedView } from "../../../shared/query/views/views.ts";
import { RESOURCE_LABELS } from "../../inventory/labels/messages.ts";
import { IconButton, PlainButton } from "../../ui/buttons.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import {
  addCard,
  DEFAULT_LAYOUT,
  MAX_CARDS,
  moveCard,
  placedCards,
  removeCard,
  setHidden,
  type CardContent,
  type Layout,
  type PlacedCard,
} from "./layout.ts";
import { CARD_TITLES, PANEL, VIEW_CARD } from "./messages.ts";
import { viewCardTitle } from "./view-card.tsx";
import classes from "./overview.module.css";

interface CustomisePanelProps {
  readonly layout: Layout;
  readonly views: readonly SavedView[];
  readonly onChange: (layout: Layout) => void;
  readonly onClose: () => void;
}

/** The panel that edits the overview: its cards, their order, and cards from views. Every change is visible at once. */
export function CustomisePanel({ layout, views, onChange, onClose }: CustomisePanelProps) {
  const cards = placedCards(layout);
  const titleOf = ({ id, own }: PlacedCard): string =>
    own
      ? viewCardTitle(
          own,
          views.find((view) => view.id === own.viewId),
        )
      : CARD_TITLES[id];
  return (
    <Dialog title={PANEL.title} size="lg" closeAs="close" onClose={onClose}>
      <ul className={`sd-list ${classes.panel}`} aria-label={PANEL.cards}>
        {cards.map((card, at) => {
          const title = titleOf(card);
          return (
            <li key={card.id} className={classes.panelLine}>
              <Checkbox
                size="xs"
                label={title}
                checked={!card.hidden}
                onChange={(event) => onChange(setHidden(layout, card.id, !event.currentTarget.checked))}
              />
              <Group gap={4} wrap="nowrap" ms="auto">
                {card.own && (
                  <IconButton
                    icon={IconTrash}
                    label={PANEL.removeCard({ card: title })}
                    title={PANEL.remove}
                    onClick={() => onChange(removeCard(layout, card.id))}
                  />
                )}
                <IconButton
                  icon={IconArrowUp}
                  label={PANEL.moveUp({ card: title })}
                  title={PANEL.up}
                  disabled={at === 0}
                  onClick={() => onChange(moveCard(layout, card.id, -1))}
                />
                <IconButton
                  icon={IconArrowDown}
                  label={PANEL.moveDown({ card: title })}
                  title={PANEL.down}
                  disabled={at === cards.length - 1}
                  onClick={() => onChange(moveCard(layout, card.id, 1))}
                />
              </Group>
            </li>
          );
        })}
      </ul>
      <AddCard
        views={views}
        isFull={layout.own.length >= MAX_CARDS}
        onAdd={(viewId, content) => onChange(addCard(layout, { id: crypto.randomUUID(), viewId, content }))}
      />
      <Group justify="flex-end" mt={14}>
        <PlainButton
          onClick={() => onChange({ ...DEFAULT_LAYOUT, order: [...DEFAULT_LAYOUT.order], own: layout.own })}
        >
          {PANEL.reset}
        </PlainButton>
      </Group>
    </Dialog>
  );
}

interface AddCardProps {
  readonly views: readonly SavedView[];
  /** Whether the overview has as many cards as it can have. */
  readonly isFull: boolean;
  readonly onAdd: (viewId: string, content: CardContent) => void;
}

const KINDS = ["count", "sum", "breakdown"] as const;

function AddCard({ views, isFull, onAdd }: AddCardProps) {
  const [viewId, setViewId] = useState<string | null>(null);
  const [kind, setKind] = useState<CardContent["kind"]>("count");
  const [field, setField] = useState<string | null>(null);
  const view = views.find(({ id }) => id === viewId);
  const content = contentOf(kind, field);
  return (
    <Stack component="section" gap={8} mt={16} aria-label={PANEL.add}>
      <h3 className={classes.subtitle}>{PANEL.add}</h3>
      {views.length === 0 || isFull ? (
        <p className="sd-note">{isFull ? PANEL.full({ most: MAX_CARDS }) : PANEL.noViews}</p>
      ) : (
        <Group gap={8} align="flex-end" wrap="wrap">
          <Select
            label={PANEL.view}
            value={viewId}
            onChange={(id) => {
              setViewId(id);
              setField(null);
            }}
            data={views.map(({ id, name, resource }) => ({
              value: id,
              label: `${name} (${RESOURCE_LABELS[resource]})`,
            }))}
          />
          <Select
            label={PANEL.show}
            allowDeselect={false}
            value={kind}
            onChange={(next) => {
              if (next) setKind(next);
              setField(null);
            }}
            data={KINDS.map((value) => ({ value, label: VIEW_CARD[value] }))}
          />
          {kind !== "count" && (
            <Select
              label={PANEL.field}
              value={field}
              onChange={setField}
              data={view ? fieldsFor(view, kind) : []}
            />
          )}
          <PlainButton
            disabled={!view || !content}
            onClick={() => {
              if (view && content) onAdd(view.id, content);
              setField(null);
            }}
          >
            {PANEL.addCard}
          </PlainButton>
        </Group>
      )}
    </Stack>
  );
}

function contentOf(kind: CardContent["kind"], field: string | null): CardContent | null {
  if (kind === "count") return { kind };
  return field === null ? null : { kind, field };
}

/** The fields by which a view's rows can be summed or broken down. Dates are broken down by month. */
function fieldsFor({ resource }: SavedView, kind: "sum" | "breakdown") {
  if (kind === "sum")
    return FIELDS[resource]
      .filter((field) => field.kind === "number")
      .map(({ name, label }) => ({ value: name, label }));
  return groupableFields(resource).map(({ name, label, kind: of }) => ({
    value: levelId(of === "date" ? { field: name, step: "month" } : { field: name }),
    label: of === "date" ? PANEL.byMonth({ label }) : label,
  }));
}
