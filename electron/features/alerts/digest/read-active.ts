import fs from "node:fs";
import { readFacts } from "../../../store/database/facts.ts";
import { openInventoryForReading } from "../../../store/database/inventory-file.ts";
import { countNewAlerts, readAlerts } from "../evaluate/alert-rows.ts";
import { LISTED_ALERTS, type ActiveAlerts } from "./digest-text.ts";

/**
 * Reads the active alerts from a copy, whether or not its connection is open.
 * @param rules the ids of the existing rules.
 * @param since ms since the epoch; alerts that fired later are new.
 * @returns null if there is no copy, or its first pull has not ended.
 */
export function readActiveAlerts(
  inventory: string,
  rules: readonly string[],
  since: number,
): ActiveAlerts | null {
  if (!fs.existsSync(inventory)) return null;
  const database = openInventoryForReading(inventory);
  try {
    const { firstPullComplete, mark } = readFacts(database);
    if (!firstPullComplete) return null;
    const { alerts, total } = readAlerts(database, "active", 0, LISTED_ALERTS, rules);
    return { alerts, total, fresh: countNewAlerts(database, rules, since), completeAsOf: mark };
  } finally {
    database.close();
  }
}
