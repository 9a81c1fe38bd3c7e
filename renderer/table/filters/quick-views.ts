import { ITEM_STATUSES } from "../../../shared/resource-names.ts";

/** The quick views of Items: everything, or one status. */
export const QUICK_VIEWS = ["all", ...ITEM_STATUSES] as const;
export type QuickView = (typeof QUICK_VIEWS)[number];
