import { notifications } from "@mantine/notifications";
import { Emitter } from "../../base/emitter.ts";
import { NOTHING_TO_PRINT } from "./messages.ts";

/** Emits requests to print the screen's content. */
export const printRequests = new Emitter();

/** Prints the table on screen, or reports that there is no table. */
export function requestPrint(): void {
  if (!printRequests.isHeard) notifications.show({ message: NOTHING_TO_PRINT });
  printRequests.emit();
}
