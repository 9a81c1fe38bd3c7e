import { Select, TextInput } from "@mantine/core";
import {
  EVENT_PRESETS,
  HEADER_NAME,
  PRESET_NAMES,
  type EventScheme,
} from "../../../../shared/domain/event-scheme.ts";
import { NumberField } from "../../../ui/number-field.tsx";
import { PRESETS, SCHEME } from "./messages.ts";

interface SchemeFieldsProps {
  /** Null until the user has said how the service signs. */
  readonly scheme: EventScheme | null;
  readonly onChange: (scheme: EventScheme | null) => void;
}

const CHOICES = [
  ...PRESET_NAMES.map((value) => ({ value: value as string, label: PRESETS[value] })),
  { value: "custom", label: SCHEME.custom },
];

/** The preset that a scheme is; "custom" for another, null for none. */
function presetOf(scheme: EventScheme | null): string | null {
  if (scheme === null) return null;
  const text = JSON.stringify(scheme);
  return PRESET_NAMES.find((name) => JSON.stringify(EVENT_PRESETS[name]) === text) ?? "custom";
}

/** How the service signs its deliveries: a preset, or every part of one's own. */
export function SchemeFields({ scheme, onChange }: SchemeFieldsProps) {
  const choose = (choice: string | null): void => {
    const preset = PRESET_NAMES.find((name) => name === choice);
    // One's own begins with what there is.
    if (preset) onChange(EVENT_PRESETS[preset]);
    else onChange({ ...(scheme ?? EVENT_PRESETS["hmac-body"]), toleranceSeconds: 600 });
  };
  const preset = presetOf(scheme);
  return (
    <>
      <Select
        label={SCHEME.preset}
        placeholder={SCHEME.none}
        data={CHOICES}
        value={preset}
        allowDeselect={false}
        onChange={choose}
      />
      {scheme ? (
        <Text
          label={SCHEME.resourceId}
          description={SCHEME.resourceIdHint}
          value={scheme.resourceIdPath}
          onChange={(resourceIdPath) => onChange({ ...scheme, resourceIdPath })}
        />
      ) : (
        <span />
      )}
      {scheme && preset === "custom" && <OwnScheme scheme={scheme} onChange={onChange} />}
    </>
  );
}

function OwnScheme({
  scheme,
  onChange,
}: Readonly<{ scheme: EventScheme; onChange: (scheme: EventScheme) => void }>) {
  const change = (part: Partial<EventScheme>): void => onChange({ ...scheme, ...part });
  const isTimed = scheme.signed === "id.timestamp.body";
  return (
    <>
      <Select
        label={SCHEME.signed}
        data={Object.entries(SCHEME.signedLabels).map(([value, label]) => ({ value, label }))}
        value={scheme.signed}
        allowDeselect={false}
        onChange={(signed) => change({ signed: signed as EventScheme["signed"] })}
      />
      <Select
        label={SCHEME.encoding}
        data={["hex", "base64"]}
        value={scheme.encoding}
        allowDeselect={false}
        onChange={(encoding) => change({ encoding: encoding as EventScheme["encoding"] })}
      />
      <Header
        label={SCHEME.signatureHeader}
        value={scheme.signatureHeader}
        onChange={(signatureHeader) => change({ signatureHeader })}
      />
      <Text
        label={SCHEME.signaturePrefix}
        value={scheme.signaturePrefix}
        onChange={(signaturePrefix) => change({ signaturePrefix })}
      />
      {isTimed && (
        <>
          <Header
            label={SCHEME.idHeader}
            value={scheme.idHeader}
            onChange={(idHeader) => change({ idHeader })}
          />
          <Header
            label={SCHEME.timestampHeader}
            value={scheme.timestampHeader}
            onChange={(timestampHeader) => change({ timestampHeader })}
          />
        </>
      )}
      <Select
        label={SCHEME.secretEncoding}
        data={Object.entries(SCHEME.secretLabels).map(([value, label]) => ({ value, label }))}
        value={scheme.secretEncoding}
        allowDeselect={false}
        onChange={(secretEncoding) =>
          change({ secretEncoding: secretEncoding as EventScheme["secretEncoding"] })
        }
      />
      {isTimed ? (
        <NumberField
          size="xs"
          label={SCHEME.tolerance}
          isWhole
          min={1}
          max={86_400}
          value={scheme.toleranceSeconds}
          onChange={(seconds) =>
            seconds !== null && !Number.isNaN(seconds) && change({ toleranceSeconds: seconds })
          }
        />
      ) : (
        <span />
      )}
    </>
  );
}

interface TextProps {
  readonly label: string;
  readonly description?: string;
  readonly error?: string | null;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Text({ onChange, ...props }: TextProps) {
  return <TextInput {...props} onChange={(event) => onChange(event.currentTarget.value)} />;
}

/** The name of a header, kept in lower case. Every header that is shown must have one. */
function Header({ onChange, ...props }: TextProps) {
  return (
    <Text
      {...props}
      error={props.value === "" ? SCHEME.noHeader : HEADER_NAME.test(props.value) ? null : SCHEME.badHeader}
      onChange={(value) => onChange(value.trim().toLowerCase())}
    />
  );
}
