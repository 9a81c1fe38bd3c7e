import { Button } from "@mantine/core";
import { useState } from "react";
import type { NumberedScan } from "../../../shared/features/counts/count-calls.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { useUnits } from "../../inventory/units/unit-queries.ts";
import { commonUnit } from "../../../shared/inventory/units.ts";
import { FormButtons, PlainButton } from "../../ui/buttons.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { NumberField } from "../../ui/fields.tsx";
import { ACTIONS } from "../../ui/messages.ts";
import { succeeds } from "../../ui/notify.tsx";
import { MEASURE } from "./messages.ts";

interface MeasureDialogProps {
  readonly countId: string;
  readonly scan: NumberedScan;
  readonly onClose: () => void;
}

/**
 * The dialog for the measured length and weight of a counted item. The amounts are in the units of the service's data.
 */
export function MeasureDialog({ countId, scan, onClose }: MeasureDialogProps) {
  const { host, connectionId } = useConnectionApi();
  const units = useUnits();
  const [length, setLength] = useState(scan.length);
  const [weight, setWeight] = useState(scan.weight);
  const isValid = !Number.isNaN(length) && !Number.isNaN(weight);
  const save = async (): Promise<void> => {
    const measured = { connectionId, countId, number: scan.number, length, weight };
    if (isValid && (await succeeds(host.measureScan(measured)))) onClose();
  };
  return (
    <Dialog title={MEASURE.title({ name: scan.name ?? scan.text })} closeAs="cancel" onClose={onClose}>
      <form
        className="sd-form"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <NumberField
          label={MEASURE.length}
          rightSection={commonUnit(units, "length")}
          min={0}
          value={length}
          onChange={setLength}
          data-autofocus
        />
        <NumberField
          label={MEASURE.weight}
          rightSection={commonUnit(units, "weight")}
          min={0}
          value={weight}
          onChange={setWeight}
        />
        <FormButtons>
          <PlainButton onClick={onClose}>{ACTIONS.cancel}</PlainButton>
          <Button type="submit" disabled={!isValid}>
            {MEASURE.save}
          </Button>
        </FormButtons>
      </form>
    </Dialog>
  );
}
