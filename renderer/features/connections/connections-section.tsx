import { IconCheck, IconPlus } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useRef, useState, useEffect, type FormEvent } from "react";
import { PROFILE_COLOURS, type Profile, type ProfileColour } from "../../../shared/inventory/connections.ts";
import { MAX_PROFILE_NAME, profileNameSchema } from "../../../shared/base/connection-name.ts";
import { useLive, useHost } from "../../host/host-context.ts";
import {
  CONNECTIONS,
  editLabel,
  openLabel,
  COLOUR_LABELS,
  NAME_MISSING,
  PROFILE_EDITOR,
} from "./messages.ts";
import { Section } from "../../ui/section.tsx";
import { ProfileMark, profileSource } from "./connection-mark.tsx";
import classes from "./connections.module.css";
import { useSwitch } from "./use-switch.ts";
import { PlainButton, FormButtons } from "../../ui/buttons.tsx";
import { Group, Button, Radio, TextInput } from "@mantine/core";
import { ACTIONS } from "../../ui/messages.ts";
import { errorOf } from "../../base/unwrap.ts";
import { useMutationCall } from "../../base/use-mutation-call.ts";
import { ErrorNotice } from "../../ui/notice.tsx";

/** Every profile: its name and mark, and which one is open. */
export function ProfilesSection() {
  const { profiles } = useLive((live) => live.profiles);
  const navigate = useNavigate();
  return (
    <Section title={CONNECTIONS.title} intro={CONNECTIONS.intro}>
      <ul className="sd-list">
        {profiles.map((profile) => (
          <ProfileEntry key={profile.profileId} profile={profile} />
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

function ProfileEntry({ profile }: { readonly profile: Profile }) {
  const open = useLive((live) => live.connection?.profileId === profile.profileId);
  const switchTo = useSwitch();
  const [editing, setEditing] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  return (
    <li className={classes.entry}>
      <Group gap={10} wrap="nowrap">
        <ProfileMark {...profile} />
        <span className={classes.words}>
          <span className={classes.entryName}>{profile.name}</span>
          <span className={classes.place}>{profileSource(profile)}</span>
        </span>
        {open ? (
          <span className={classes.open}>
            <IconCheck size={15} aria-hidden /> {CONNECTIONS.isOpen}
          </span>
        ) : (
          <PlainButton aria-label={openLabel(profile.name)} onClick={() => void switchTo(profile.profileId)}>
            {ACTIONS.open}
          </PlainButton>
        )}
        <PlainButton
          ref={edit}
          aria-label={editLabel(profile.name)}
          aria-expanded={editing}
          onClick={() => setEditing(!editing)}
        >
          {ACTIONS.edit}
        </PlainButton>
      </Group>
      {editing && (
        <ProfileEditor
          profile={profile}
          onDone={() => {
            setEditing(false);
            edit.current?.focus();
          }}
        />
      )}
    </li>
  );
}

/** Renames and recolours one profile. */
function ProfileEditor({ profile, onDone }: Readonly<{ profile: Profile; onDone: () => void }>) {
  const host = useHost();
  const [name, setName] = useState(profile.name);
  const [colour, setColour] = useState<ProfileColour>(profile.colour);
  const edit = useMutationCall(host.editProfile, onDone);
  const checked = profileNameSchema.safeParse(name);
  const error = errorOf(edit.error);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (checked.success) edit.mutate({ profileId: profile.profileId, name: checked.data, colour });
  };

  return (
    <form className={classes.editor} aria-label={editLabel(profile.name)} onSubmit={submit}>
      <TextInput
        label={PROFILE_EDITOR.name}
        ref={input}
        maxLength={MAX_PROFILE_NAME}
        value={name}
        error={checked.success ? null : NAME_MISSING}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => event.key === "Escape" && onDone()}
      />
      <Radio.Group
        label={PROFILE_EDITOR.colour}
        size="xs"
        value={colour}
        onChange={(next) => setColour(PROFILE_COLOURS.find((known) => known === next) ?? colour)}
      >
        <div className={classes.colours}>
          {PROFILE_COLOURS.map((known) => (
            <Radio
              key={known}
              size="xs"
              classNames={{ body: classes.colourBody }}
              value={known}
              label={
                <Group component="span" gap={8} wrap="nowrap">
                  <ProfileMark name={checked.success ? checked.data : profile.name} colour={known} />
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
