import {
  IconAlertSquareRounded,
  IconBell,
  IconBoxMultiple,
  IconHistory,
  IconLayoutDashboard,
  IconMapPin,
  IconPackageExport,
  IconRuler2,
  IconSettings,
  IconStack2,
  IconStethoscope,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { RESOURCES } from "../../shared/inventory/resource-names.ts";
import { AlertsBadge } from "../features/alerts/alerts-badge.tsx";
import { UnseenChangesBadge } from "../features/unseen-changes/unseen-changes-badge.tsx";
import { ProfileSwitcher } from "./profile-switcher.tsx";
import { formatCount } from "../base/format.ts";
import { RESOURCE_LABELS } from "../table/labels/messages.ts";
import { useLive } from "../host/host-context.ts";
import { NAVIGATION, SCREEN_TITLES, APP } from "./messages.ts";
import classes from "./shell.module.css";

const ICONS = { items: IconBoxMultiple, types: IconRuler2, locations: IconMapPin } as const;

/** The open profile, and the screens with their numbers of rows. */
export function Navigation() {
  const totals = useLive((live) => live.status.totals);
  return (
    <nav className={classes.rail} aria-label={NAVIGATION}>
      <div className={classes.brand}>
        <IconStack2 size={20} aria-hidden />
        <span>{APP}</span>
      </div>
      <ProfileSwitcher />
      <Link to="/overview" className={classes.link} title={SCREEN_TITLES.overview}>
        <IconLayoutDashboard size={18} stroke={1.7} aria-hidden />
        <span className={classes.linkTitle}>{SCREEN_TITLES.overview}</span>
      </Link>
      <Link to="/checked-out" search={{}} className={classes.link} title={SCREEN_TITLES["checked-out"]}>
        <IconPackageExport size={18} stroke={1.7} aria-hidden />
        <span className={classes.linkTitle}>{SCREEN_TITLES["checked-out"]}</span>
      </Link>
      <Link to="/alerts" search={{}} className={classes.link} title={SCREEN_TITLES.alerts}>
        <IconBell size={18} stroke={1.7} aria-hidden />
        <span className={classes.linkTitle}>{SCREEN_TITLES.alerts}</span>
        <AlertsBadge />
      </Link>
      {RESOURCES.map((resource) => {
        const Icon = ICONS[resource];
        const { title } = RESOURCE_LABELS[resource];
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
