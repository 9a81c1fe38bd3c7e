import { READER_TASKS } from "../../../../../electron/hosts/core/store-tasks.ts";
import { InventoryReader } from "../../../../../electron/index/inventory-reader.ts";
import { openCounts, WHOLE_COUNT } from "../../../../helpers/open-counts.ts";

/*
 * A process that counts items one by one until it is killed. It prints the number of each scan after the scan
 * is stored. Arguments: the copy's file, the user database, the count's id.
 */

const [copy = "", user = "", countId = ""] = process.argv.slice(2);
const counts = openCounts(user, new InventoryReader(copy, READER_TASKS), Date.now()).open();
for (let at = 0; ; at += 1) {
  const entries = [{ text: `i-${at % 50}`, itemId: null, length: null, weight: null }];
  const { outcomes } = await counts.count({
    connectionId: WHOLE_COUNT.connectionId,
    countId,
    by: "scan",
    entries,
  });
  process.stdout.write(`${outcomes[0]?.scan?.number ?? 0}\n`);
}
