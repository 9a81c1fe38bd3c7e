import { notifications } from "@mantine/notifications";
import { Emitter } from "../../base/emitter.ts";
import { PAPER } from "./messages.ts";

/** Emits requests to print the screen's content. */
export const printRequests = new Emitter();

/** Prints the table on screen. If there is no table, a notice says so. */
export function requestPrint(): void {
  if (!printRequests.isHeard) notifications.show({ message: PAPER.nothingToPrint });
  printRequests.emit();
}
