import { expect, it } from "vitest";
import { pendingOrderMessage } from "../../../../../renderer/table/rows/messages.ts";

it("the message about a pending order counts the changed visible rows and gives the new total", () => {
  expect(pendingOrderMessage(1, 0)).toBe("1 row changed");
  expect(pendingOrderMessage(12, 527_749)).toBe("12 rows changed here, 527,749 more in all");
  expect(pendingOrderMessage(12, -3)).toBe("12 rows changed here, 3 fewer in all");
});
