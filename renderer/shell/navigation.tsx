import {
  IconAlertSquareRounded,
  IconBell,
  IconBoxMultiple,
  IconClipboardCheck,
  IconCoins,
  IconHistory,
  IconLayoutDashboard,
  IconMapPin,
  IconPackageExport,
  IconRuler2,
  IconSettings,
  IconStack2,
  IconStethoscope,
  IconCheck,
  IconPlus,
  IconSelector,
} from "@tabler/icons-react";
import { Link, useNavigate } from "@tanstack/react-router";
import { RESOURCES } from "../../shared/inventory/resource-names.ts";
import { AlertsBadge } from "../features/alerts/alerts-badge.tsx";
import { UnseenChangesBadge } from "../features/unseen-changes/unseen-changes-line.tsx";
import { formatCount } from "../base/format.ts";
import { RESOURCE_LABELS } from "../inventory/labels/messages.ts";
import { useLive } from "../host/host-context.ts";
import { SCREEN_TITLES, SCREENS, SHELL, WINDOW } from "./messages.ts";
import classes from "./shell.module.css";
import { Box, Group, Menu, UnstyledButton } from "@mantine/core";
import { connectionSource, ConnectionMark } from "../features/connections/connection-mark.tsx";
import connectionClasses from "../features/connections/connections.module.css";
import { useSwitch } from "../features/connections/use-switch.ts";

const ICONS = { items: IconBoxMultiple, types: IconRuler2, locations: IconMapPin } as const;

/** The navigation: the open connection, and the screens with their numbers of rows. */
export function Navigation() {
  const totals = useLive((live) => live.status.totals);
  return (
    <nav className={classes.rail} aria-label={SCREENS.label}>
      <div className={classes.brand}>
        <IconStack2 size={20} aria-hidden />
        <span>{WINDOW.app}</span>
      </div>
      <ConnectionSwitcher />
      <Link to="/overview" className={classes.link} title={SCREEN_TITLES.overview}>
        <IconLayoutDashboard size={18} stroke={1.7} aria-hidden />
        <span className={classes.linkTitle}>{SCREEN_TITLES.overview}</span>
      </Link>
      <Link to="/checked-out" search={{}} className={classes.link} title={SCREEN_TITLES["checked-out"]}>
        <IconPackageExport size={18} stroke={1.7} aria-hidden />
        <span className={classes.linkTitle}>{SCREEN_TITLES["checked-out"]}</span>
      </Link>
      <Link to="/stock-value" className={classes.link} title={SCREEN_TITLES["stock-value"]}>
        <IconCoins size={18} stroke={1.7} aria-hidden />
        <span className={classes.linkTitle}>{SCREEN_TITLES["stock-value"]}</span>
      </Link>
      <Link to="/counts" className={classes.link} title={SCREEN_TITLES.counts}>
        <IconClipboardCheck size={18} stroke={1.7} aria-hidden />
        <span className={classes.linkTitle}>{SCREEN_TITLES.counts}</span>
      </Link>
      <Link to="/alerts" search={{}} className={classes.link} title={SCREEN_TITLES.alerts}>
        <IconBell size={18} stroke={1.7} aria-hidden />
        <span className={classes.linkTitle}>{SCREEN_TITLES.alerts}</span>
        <AlertsBadge />
      </Link>
      {RESOURCES.map((resource) => {
        const Icon = ICONS[resource];
        const title = RESOURCE_LABELS[resource];
        return (
          <Link key={resource} to={`/${resource}`} search={{}} className={classes.link} title={title}>
            <Icon size={18} stroke={1.7} aria-hidden />
            <span className={classes.linkTitle}>{title}</span>
            <UnseenChangesBadge resource={resource} />
            <span className={classes.linkCount} aria-hidden>
              {formatCount(totals[resource])}
            </span>
          </Link>
        );
      })}
      <Link to="/activity" search={{}} className={classes.link} title={SCREEN_TITLES.activity}>
        <IconHistory size={18} stroke={1.7} aria-hidden />
        <span className={classes.linkTitle}>{SCREEN_TITLES.activity}</span>
      </Link>
      <Link to="/data-problems" className={classes.link} title={SCREEN_TITLES["data-problems"]}>
        <IconAlertSquareRounded size={18} stroke={1.7} aria-hidden />
        <span className={classes.linkTitle}>{SCREEN_TITLES["data-problems"]}</span>
      </Link>
      <Link
        to="/diagnostics"
        className={`${classes.link} ${classes.bottom}`}
        title={SCREEN_TITLES.diagnostics}
      >
        <IconStethoscope size={18} stroke={1.7} aria-hidden />
        <span className={classes.linkTitle}>{SCREEN_TITLES.diagnostics}</span>
      </Link>
      <Link to="/settings" className={classes.link} title={SCREEN_TITLES.settings}>
        <IconSettings size={18} stroke={1.7} aria-hidden />
        <span className={classes.linkTitle}>{SCREEN_TITLES.settings}</span>
      </Link>
    </nav>
  );
}

/** The name of the open connection, with a menu of the other connections. */
function ConnectionSwitcher() {
  const connection = useLive((live) => live.connection);
  const { connections } = useLive((live) => live.connections);
  const switchTo = useSwitch();
  const navigate = useNavigate();
  if (!connection) return null;

  return (
    <Menu position="bottom-start" width={290} transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <UnstyledButton
          className={connectionClasses.switcher}
          aria-label={SHELL.connection({ name: connection.name })}
          title={connection.name}
        >
          <ConnectionMark name={connection.name} colour={connection.colour} />
          <span className={connectionClasses.switcherName}>{connection.name}</span>
          <IconSelector size={15} className={connectionClasses.switcherIcon} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Box mah="60vh" style={{ overflow: "auto" }}>
          <Menu.RadioGroup
            value={connection.connectionId}
            onChange={(connectionId) => void switchTo(connectionId)}
          >
            {connections.map((one) => (
              <Menu.RadioItem
                key={one.connectionId}
                value={one.connectionId}
                data-autofocus={one.connectionId === connection.connectionId || undefined}
                closeMenuOnClick
                checkIcon={<IconCheck size={15} aria-hidden />}
              >
                <Group component="span" gap={10} wrap="nowrap">
                  <ConnectionMark {...one} />
                  <span className={connectionClasses.words}>
                    <span>{one.name}</span>
                    <span className={connectionClasses.place}>{connectionSource(one)}</span>
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
          {SHELL.addConnection}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconSettings size={15} aria-hidden />}
          onClick={() => void navigate({ to: "/settings" })}
        >
          {SHELL.manage}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
