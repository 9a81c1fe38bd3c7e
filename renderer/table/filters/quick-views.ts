import { ITEM_STATUSES } from "../../../shared/resources.ts";

/** The quick views of Items: everything, or one status. */
export const QUICK_VIEWS = ["all", ...ITEM_STATUSES] as const;
export type QuickView = (typeof QUICK_VIEWS)[number];
