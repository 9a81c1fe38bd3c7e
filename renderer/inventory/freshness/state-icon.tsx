import {
  IconAlertTriangle,
  IconCircleCheck,
  IconClockPause,
  IconHelpCircle,
  IconLock,
  IconMoon,
  IconPlayerStop,
  IconPlugConnectedX,
  IconRefresh,
} from "@tabler/icons-react";
import type { SyncState } from "../../../shared/inventory/status.ts";

const ICONS = {
  idle: IconCircleCheck,
  syncing: IconRefresh,
  rate_limited: IconClockPause,
  retrying: IconRefresh,
  offline: IconPlugConnectedX,
  unauthorized: IconLock,
  forbidden: IconLock,
  asleep: IconMoon,
  asking: IconHelpCircle,
  failed: IconAlertTriangle,
  stopped: IconPlayerStop,
} as const satisfies Record<SyncState, unknown>;

/** The icon of a state. The label next to the icon says the same. */
export function StateIcon({ state }: { readonly state: SyncState }) {
  const Icon = ICONS[state];
  return <Icon size={15} stroke={1.8} aria-hidden />;
}
