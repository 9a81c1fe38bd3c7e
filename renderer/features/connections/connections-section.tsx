import { IconCheck, IconPlus } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useRef, useState, useEffect, type FormEvent } from "react";
import {
  CONNECTION_COLOURS,
  type SavedConnection,
  type ConnectionColour,
} from "../../../shared/inventory/connections.ts";
import { MAX_CONNECTION_NAME, connectionNameSchema } from "../../../shared/base/connection-name.ts";
import { useLive, useHost } from "../../host/host-context.ts";
import { CONNECTIONS, COLOUR_LABELS, CONNECTION_EDITOR } from "./messages.ts";
import { Section } from "../../ui/section.tsx";
import { ConnectionMark, connectionSource } from "./connection-mark.tsx";
import classes from "./connections.module.css";
import { useSwitch } from "./use-switch.ts";
import { PlainButton, FormButtons } from "../../ui/buttons.tsx";
import { Group, Button, Radio, TextInput } from "@mantine/core";
import { ACTIONS } from "../../ui/messages.ts";
import { errorOf } from "../../base/unwrap.ts";
import { useMutationCall } from "../../base/use-mutation-call.ts";
import { ErrorNotice } from "../../ui/notice.tsx";

/** The section with every connection: its name and mark, and the mark of the open connection. */
export function ConnectionsSection() {
  const { connections } = useLive((live) => live.connections);
  const navigate = useNavigate();
  return (
    <Section title={CONNECTIONS.title} intro={CONNECTIONS.intro}>
      <ul className="sd-list">
        {connections.map((connection) => (
          <ConnectionEntry key={connection.connectionId} connection={connection} />
        ))}
      </ul>
      <PlainButton
        leftSection={<IconPlus size={15} aria-hidden />}
        onClick={() => void navigate({ to: "/add-connection" })}
      >
        {CONNECTIONS.add}
      </PlainButton>
    </Section>
  );
}

function ConnectionEntry({ connection }: { readonly connection: SavedConnection }) {
  const open = useLive((live) => live.connection?.connectionId === connection.connectionId);
  const switchTo = useSwitch();
  const [editing, setEditing] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  return (
    <li className={classes.entry}>
      <Group gap={10} wrap="nowrap">
        <ConnectionMark {...connection} />
        <span className={classes.words}>
          <span className={classes.entryName}>{connection.name}</span>
          <span className={classes.place}>{connectionSource(connection)}</span>
        </span>
        {open ? (
          <span className={classes.open}>
            <IconCheck size={15} aria-hidden /> {CONNECTIONS.isOpen}
          </span>
        ) : (
          <PlainButton
            aria-label={CONNECTIONS.openLabel({ name: connection.name })}
            onClick={() => void switchTo(connection.connectionId)}
          >
            {ACTIONS.open}
          </PlainButton>
        )}
        <PlainButton
          ref={edit}
          aria-label={CONNECTIONS.editLabel({ name: connection.name })}
          aria-expanded={editing}
          onClick={() => setEditing(!editing)}
        >
          {ACTIONS.edit}
        </PlainButton>
      </Group>
      {editing && (
        <ConnectionEditor
          connection={connection}
          onDone={() => {
            setEditing(false);
            edit.current?.focus();
          }}
        />
      )}
    </li>
  );
}

/** The fields that rename and recolour one connection. */
function ConnectionEditor({
  connection,
  onDone,
}: Readonly<{ connection: SavedConnection; onDone: () => void }>) {
  const host = useHost();
  const [name, setName] = useState(connection.name);
  const [colour, setColour] = useState<ConnectionColour>(connection.colour);
  const edit = useMutationCall(host.editConnection, onDone);
  const checked = connectionNameSchema.safeParse(name);
  const error = errorOf(edit.error);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (checked.success) edit.mutate({ connectionId: connection.connectionId, name: checked.data, colour });
  };

  return (
    <form
      className={classes.editor}
      aria-label={CONNECTIONS.editLabel({ name: connection.name })}
      onSubmit={submit}
    >
      <TextInput
        label={CONNECTION_EDITOR.name}
        ref={input}
        maxLength={MAX_CONNECTION_NAME}
        value={name}
        error={checked.success ? null : CONNECTION_EDITOR.nameMissing}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => event.key === "Escape" && onDone()}
      />
      <Radio.Group
        label={CONNECTION_EDITOR.colour}
        size="xs"
        value={colour}
        onChange={(next) => setColour(CONNECTION_COLOURS.find((known) => known === next) ?? colour)}
      >
        <div className={classes.colours}>
          {CONNECTION_COLOURS.map((known) => (
            <Radio
              key={known}
              size="xs"
              classNames={{ body: classes.colourBody }}
              value={known}
              label={
                <Group component="span" gap={8} wrap="nowrap">
                  <ConnectionMark name={checked.success ? checked.data : connection.name} colour={known} />
                  {COLOUR_LABELS[known]}
                </Group>
              }
            />
          ))}
        </div>
      </Radio.Group>
      {error && <ErrorNotice error={error} />}
      <FormButtons>
        <PlainButton onClick={onDone}>{ACTIONS.cancel}</PlainButton>
        <Button type="submit" disabled={!checked.success} loading={edit.isPending}>
          {ACTIONS.save}
        </Button>
      </FormButtons>
    </form>
  );
}
