import { Box, Group, Menu, UnstyledButton } from "@mantine/core";
import { IconCheck, IconPlus, IconSelector, IconSettings } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useLive } from "../host/host-context.ts";
import { profileSource } from "../features/connections/profile-source.ts";
import { ProfileMark } from "../features/connections/profile-mark.tsx";
import { ADD_CONNECTION, connectionLabel, MANAGE } from "./messages.ts";
import classes from "../features/connections/profiles.module.css";
import { useSwitch } from "../features/connections/use-switch.ts";

/** The open profile, and a menu of the others. */
export function ProfileSwitcher() {
  const connection = useLive((live) => live.connection);
  const { profiles } = useLive((live) => live.profiles);
  const switchTo = useSwitch();
  const navigate = useNavigate();
  if (!connection) return null;

  return (
    <Menu position="bottom-start" width={290} transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <UnstyledButton
          className={classes.switcher}
          aria-label={connectionLabel(connection.name)}
          title={connection.name}
        >
          <ProfileMark name={connection.name} colour={connection.colour} />
          <span className={classes.switcherName}>{connection.name}</span>
          <IconSelector size={15} className={classes.switcherIcon} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Box mah="60vh" style={{ overflow: "auto" }}>
          <Menu.RadioGroup value={connection.profileId} onChange={(profileId) => void switchTo(profileId)}>
            {profiles.map((profile) => (
              <Menu.RadioItem
                key={profile.profileId}
                value={profile.profileId}
                data-autofocus={profile.profileId === connection.profileId || undefined}
                closeMenuOnClick
                checkIcon={<IconCheck size={15} aria-hidden />}
              >
                <Group component="span" gap={10} wrap="nowrap">
                  <ProfileMark {...profile} />
                  <span className={classes.words}>
                    <span>{profile.name}</span>
                    <span className={classes.place}>{profileSource(profile)}</span>
                  </span>
                </Group>
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
        </Box>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconPlus size={15} aria-hidden />}
          onClick={() => void navigate({ to: "/add-connection" })}
        >
          {ADD_CONNECTION}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconSettings size={15} aria-hidden />}
          onClick={() => void navigate({ to: "/settings" })}
        >
          {MANAGE}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
