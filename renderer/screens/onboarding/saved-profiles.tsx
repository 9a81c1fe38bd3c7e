import { Button } from "@mantine/core";
import { useLive } from "../../host/host-context.tsx";
import { ProfileMark } from "../../inventory/profiles/profile-mark.tsx";
import { profileSource } from "../../inventory/profiles/profile-source.ts";
import classes from "../../inventory/profiles/profiles.module.css";
import { useSwitch } from "../../inventory/profiles/use-switch.ts";

/** On the first screen: the profiles that there are though none is open, as where the last one could not be opened. */
export function SavedProfiles() {
  const { profiles } = useLive((live) => live.profiles);
  const switchTo = useSwitch();
  if (profiles.length === 0) return null;
  return (
    <section className={classes.saved} aria-label="Your connections">
      <h2>Your connections</h2>
      <ul className={classes.list}>
        {profiles.map((profile) => (
          <li key={profile.profileId} className={classes.entry}>
            <div className={classes.entryLine}>
              <ProfileMark {...profile} />
              <span className={classes.words}>
                <span className={classes.entryName}>{profile.name}</span>
                <span className={classes.place}>{profileSource(profile)}</span>
              </span>
              <Button
                variant="default"
                aria-label={`Open ${profile.name}`}
                onClick={() => void switchTo(profile.profileId)}
              >
                Open
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
