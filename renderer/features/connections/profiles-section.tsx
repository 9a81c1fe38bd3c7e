import { IconCheck, IconPlus } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import type { Profile } from "../../../shared/inventory/profiles.ts";
import { useLive } from "../../host/host-context.ts";
import { CONNECTIONS, editLabel, openLabel } from "./messages.ts";
import { Section } from "../../ui/section.tsx";
import { ProfileEditor } from "./profile-editor.tsx";
import { ProfileMark } from "./profile-mark.tsx";
import { profileSource } from "./profile-source.ts";
import classes from "./profiles.module.css";
import { useSwitch } from "./use-switch.ts";
import { PlainButton } from "../../ui/buttons.tsx";
import { Group } from "@mantine/core";
import { ACTIONS } from "../../ui/messages.ts";

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
