import {
  IconArchive,
  IconArrowBackUp,
  IconArrowsExchange,
  IconCirclePlus,
  IconEye,
  IconEyeOff,
  IconPencil,
  IconTransferOut,
} from "@tabler/icons-react";
import type { ChangeType } from "../../../shared/inventory/change-types.ts";

const ICONS: Readonly<Record<ChangeType, typeof IconPencil>> = {
  "inventory.item.created": IconCirclePlus,
  "inventory.item.updated": IconPencil,
  "inventory.item.archived": IconArchive,
  "inventory.item.checked_out": IconTransferOut,
  "inventory.item.returned": IconArrowBackUp,
  "inventory.item.transferred": IconArrowsExchange,
  "inventory.type.updated": IconPencil,
  "inventory.location.updated": IconPencil,
  "stockdeck.item.no_longer_returned": IconEyeOff,
  "stockdeck.item.returned_again": IconEye,
  "stockdeck.type.no_longer_returned": IconEyeOff,
  "stockdeck.type.returned_again": IconEye,
  "stockdeck.location.no_longer_returned": IconEyeOff,
  "stockdeck.location.returned_again": IconEye,
};

/** The icon of a type of change, always shown next to its label. */
export function ChangeIcon({ type }: { readonly type: ChangeType }) {
  const Icon = ICONS[type];
  return <Icon size={16} stroke={1.8} aria-hidden />;
}
