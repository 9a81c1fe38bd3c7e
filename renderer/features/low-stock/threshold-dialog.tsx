import { Button, SegmentedControl } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQuery } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { LOW_MEASURES, type Threshold } from "../../../shared/inventory/stock.ts";
import { thresholdSchema } from "../../../shared/features/low-stock/low-stock.ts";
import { unitOf } from "../../../shared/inventory/units.ts";
import { recordsQuery, useSaveRecords } from "../../host/documents.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { FormButtons, PlainButton, QuietButton } from "../../ui/buttons.tsx";
import { Dialog, type DialogProps } from "../../ui/dialog.tsx";
import { NumberField } from "../../ui/fields.tsx";
import { succeeds } from "../../ui/notify.tsx";
import { useUnits } from "../../inventory/units/unit-queries.ts";
import { thresholdImport } from "./open-import.ts";
import { MEASURE_LABELS } from "../../../shared/features/low-stock/messages.ts";
import { DIALOG, thresholdSaved } from "./messages.ts";
import { ACTIONS } from "../../ui/messages.ts";

interface NamedType {
  readonly id: string;
  readonly name: string;
}

/** The dialog that edits the low-stock threshold of a material type. */
export function ThresholdDialog({ request: type, onClose }: DialogProps<NamedType>) {
  const { data } = useQuery(recordsQuery(useConnectionApi(), "thresholds"));
  return (
    data && <ThresholdForm key={type.id} type={type} before={data.get(type.id) ?? null} onClose={onClose} />
  );
}

interface ThresholdFormProps {
  readonly type: NamedType;
  readonly before: Threshold | null;
  readonly onClose: () => void;
}

function ThresholdForm({ type, before: present, onClose }: ThresholdFormProps) {
  // The threshold when the dialog opened, because another user may change it meanwhile.
  const [before] = useState(present);
  const saveThresholds = useSaveRecords("thresholds");
  const units = useUnits();
  const [measure, setMeasure] = useState<Threshold["measure"]>(before?.measure ?? "items");
  const [below, setBelow] = useState<number | null>(before?.below ?? null);
  const [busy, setBusy] = useState(false);
  const wanted = thresholdSchema.safeParse({ measure, below }).data ?? null;
  const unit = measure === "items" ? "" : (unitOf(units, measure, type.id) ?? "");
  const save = async (threshold: Threshold | null): Promise<void> => {
    setBusy(true);
    const saved = await succeeds(saveThresholds([{ id: type.id, value: threshold, seen: before }]));
    setBusy(false);
    if (!saved) return;
    notifications.show({ message: thresholdSaved(type.name, threshold, unit) });
    onClose();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (wanted) void save(wanted);
  };
  return (
    <Dialog title={DIALOG.title({ type: type.name })} closeAs="cancel" onClose={onClose}>
      <form className="sd-form" onSubmit={submit}>
        <p className="sd-note">{DIALOG.intro}</p>
        <SegmentedControl
          aria-label={DIALOG.measure}
          value={measure}
          onChange={setMeasure}
          data={LOW_MEASURES.map((value) => ({ value, label: MEASURE_LABELS[value] }))}
        />
        <NumberField
          label={unit === "" ? DIALOG.below : DIALOG.belowIn({ unit })}
          value={below}
          onChange={setBelow}
          min={0}
          data-autofocus
          error={below !== null && !wanted ? DIALOG.notAboveZero : undefined}
        />
        <QuietButton
          style={{ alignSelf: "start" }}
          disabled={busy}
          onClick={() => {
            onClose();
            thresholdImport.open();
          }}
        >
          {DIALOG.import}
        </QuietButton>
        <FormButtons>
          {before && (
            <PlainButton me="auto" disabled={busy} onClick={() => void save(null)}>
              {DIALOG.remove}
            </PlainButton>
          )}
          <PlainButton onClick={onClose}>{ACTIONS.cancel}</PlainButton>
          <Button type="submit" loading={busy} disabled={!wanted}>
            {DIALOG.save}
          </Button>
        </FormButtons>
      </form>
    </Dialog>
  );
}
