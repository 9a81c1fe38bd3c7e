import { collector1 } from "./collector-0001.ts";
import { collector2 } from "./collector-0002.ts";
import { collector3 } from "./collector-0003.ts";
import { collector4 } from "./collector-0004.ts";
import { inventory1 } from "./inventory-0001.ts";
import { user1 } from "./user-0001.ts";
import { user2 } from "./user-0002.ts";
import { user3 } from "./user-0003.ts";
import { user4 } from "./user-0004.ts";
import { user5 } from "./user-0005.ts";

/** The inventory database's migrations. Their positions, counted from 1, are the values of `user_version`. */
export const INVENTORY_MIGRATIONS: readonly string[] = [inventory1];

/** The user database's migrations. */
export const USER_MIGRATIONS: readonly string[] = [user1, user2, user3, user4, user5];

/** The migrations of a collector's own database. */
export const COLLECTOR_MIGRATIONS: readonly string[] = [collector1, collector2, collector3, collector4];
