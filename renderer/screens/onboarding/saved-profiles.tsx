import { useLive } from "../../host/host-context.ts";
import { ProfileMark } from "../../inventory/profiles/profile-mark.tsx";
import { profileSource } from "../../inventory/profiles/profile-source.ts";
import { openLabel, SAVED_CONNECTIONS } from "./messages.ts";
import classes from "../../inventory/profiles/profiles.module.css";
import { useSwitch } from "../../inventory/profiles/use-switch.ts";
import { PlainButton } from "../../ui/buttons.tsx";
import { Group } from "@mantine/core";

/** The saved profiles on the first screen: none is open, for example because the last one failed to open. */
export function SavedProfiles() {
  const { profiles } = useLive((live) => live.profiles);
  const switchTo = useSwitch();
  if (profiles.length === 0) return null;
  return (
    <section className={classes.saved} aria-label={SAVED_CONNECTIONS}>
      <h2>{SAVED_CONNECTIONS}</h2>
      <ul className="sd-list">
        {profiles.map((profile) => (
          <li key={profile.profileId} className={classes.entry}>
            <Group gap={10} wrap="nowrap">
              <ProfileMark {...profile} />
              <span className={classes.words}>
                <span className={classes.entryName}>{profile.name}</span>
                <span className={classes.place}>{profileSource(profile)}</span>
              </span>
              <PlainButton
                aria-label={openLabel(profile.name)}
                onClick={() => void switchTo(profile.profileId)}
              >
                Open
              </PlainButton>
            </Group>
          </li>
        ))}
      </ul>
    </section>
  );
}
