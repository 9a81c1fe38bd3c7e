import { Button, Group, Radio, TextInput } from "@mantine/core";
import { useEffect, useRef, useState, type FormEvent } from "react";
import {
  MAX_PROFILE_NAME,
  PROFILE_COLOURS,
  profileNameSchema,
  type Profile,
  type ProfileColour,
} from "../../../shared/inventory/profiles.ts";
import { useHost } from "../../host/host-context.ts";
import { errorOf } from "../../base/unwrap.ts";
import { useMutationCall } from "../../base/use-mutation-call.ts";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { COLOUR_LABELS, editLabel, NAME_MISSING, PROFILE_EDITOR } from "./messages.ts";
import { ProfileMark } from "./profile-mark.tsx";
import classes from "./profiles.module.css";
import { FormButtons, PlainButton } from "../../ui/buttons.tsx";
import { ACTIONS } from "../../ui/messages.ts";

/** Renames and recolours one profile. */
export function ProfileEditor({ profile, onDone }: Readonly<{ profile: Profile; onDone: () => void }>) {
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
