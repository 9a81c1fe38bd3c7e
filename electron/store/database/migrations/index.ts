import { events1 } from "./events-0001.ts";
import { inventory1 } from "./inventory-0001.ts";
import { inventory2 } from "./inventory-0002.ts";
import { inventory3 } from "./inventory-0003.ts";
import { inventory4 } from "./inventory-0004.ts";
import { inventory5 } from "./inventory-0005.ts";
import { inventory6 } from "./inventory-0006.ts";
import { inventory7 } from "./inventory-0007.ts";
import { inventory8 } from "./inventory-0008.ts";
import { inventory9 } from "./inventory-0009.ts";
import { inventory10 } from "./inventory-0010.ts";
import { user1 } from "./user-0001.ts";
import { user2 } from "./user-0002.ts";
import { user3 } from "./user-0003.ts";
import { user4 } from "./user-0004.ts";

/** The inventory database's migrations; the position, counted from 1, is the `user_version` they lead to. */
export const INVENTORY_MIGRATIONS: readonly string[] = [
  inventory1,
  inventory2,
  inventory3,
  inventory4,
  inventory5,
  inventory6,
  inventory7,
  inventory8,
  inventory9,
  inventory10,
];

/** The user database's. */
export const USER_MIGRATIONS: readonly string[] = [user1, user2, user3, user4];

/** Those of a receiver's event log. */
export const EVENT_MIGRATIONS: readonly string[] = [events1];
