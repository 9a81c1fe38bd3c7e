import { TextInput } from "@mantine/core";
import { useState } from "react";
import { NumberField } from "../../../ui/number-field.tsx";
import { KeyField } from "../../../ui/key-field.tsx";
import { PlainButton } from "../../../ui/buttons.tsx";
import { DeliveryTrial } from "./delivery-trial.tsx";
import type { SourceFieldsProps } from "./event-draft.ts";
import { EVENTS, secretsStored } from "./messages.ts";
import { SchemeFields } from "./scheme-fields.tsx";

/** What listening on this computer needs. */
export function ListenerFields({ draft, saved, onChange, onSecret }: SourceFieldsProps) {
  const [isTrying, setIsTrying] = useState(false);
  return (
    <>
      <NumberField
        size="xs"
        label={EVENTS.port}
        description={EVENTS.portHint}
        isWhole
        min={1_024}
        max={65_535}
        value={draft.port}
        onChange={(port) => onChange({ port })}
      />
      <TextInput
        label={EVENTS.company}
        description={EVENTS.companyHint}
        value={draft.companyId}
        onChange={(event) => onChange({ companyId: event.currentTarget.value })}
      />
      <KeyField
        size="xs"
        ref={null}
        name="secret"
        label={EVENTS.secret}
        description={saved.keychainProblem ?? secretsStored(saved.secrets)}
        onChange={onSecret}
      />
      <KeyField
        size="xs"
        ref={null}
        name="secondSecret"
        label={EVENTS.secondSecret}
        description={EVENTS.secondHint}
        onChange={onSecret}
      />
      <SchemeFields scheme={draft.scheme} onChange={(scheme) => onChange({ scheme })} />
      <PlainButton w="fit-content" onClick={() => setIsTrying(true)}>
        {EVENTS.tryDelivery}
      </PlainButton>
      {isTrying && (
        <DeliveryTrial
          scheme={draft.scheme}
          onUse={(scheme) => {
            onChange({ scheme });
            setIsTrying(false);
          }}
          onClose={() => setIsTrying(false)}
        />
      )}
    </>
  );
}
