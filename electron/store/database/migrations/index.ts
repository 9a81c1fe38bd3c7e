import { collector1 } from "./collector-0001.ts";
import { inventory1 } from "./inventory-0001.ts";
import { user1 } from "./user-0001.ts";

/** The migrations of the inventory database. Their positions, counted from 1, are the values of `user_version`. */
export const INVENTORY_MIGRATIONS: readonly string[] = [inventory1];

/** The migrations of the user database. */
export const USER_MIGRATIONS: readonly string[] = [user1];

/** The migrations of a collector's own database. */
export const COLLECTOR_MIGRATIONS: readonly string[] = [collector1];
