import { randomUUID } from "node:crypto";
import { AppFailure, said } from "../../../shared/base/errors.ts";
import type { Sentence } from "../../../shared/base/text/texts.ts";
import type { CallInput } from "../../../shared/contract/contract.ts";
import type { HandlersOf } from "../../../shared/contract/declarations.ts";
import type { SHEET_CALLS } from "../../../shared/features/overview/sheet-calls.ts";
import type { Clock } from "../../base/clock.ts";
import { oneAtATime } from "../../base/one-at-a-time.ts";
import type { PushBus } from "../../base/push-bus.ts";
import { OVERVIEW_ERRORS } from "./messages.ts";

/** The ms within which a sheet must be drawn and printed. */
const PRINTED_WITHIN_MS = 60_000;

/** A sheet that the host opens and prints in the background. */
export interface Sheet {
  /** The token of the sheet, for `sheetAddress`. */
  readonly sheet: string;
  /** Resolves when the page is drawn. Rejects if the page does not show what must be printed. */
  readonly drawn: Promise<void>;
  /** Aborts when the sheet must be closed. */
  readonly signal: AbortSignal;
}

/** Prints a sheet to a PDF. @throws if the page of the sheet fails. */
export type PrintSheet = (sheet: Sheet) => Promise<Uint8Array>;

/** Makes the error for a print that failed, with a sentence for users. */
export const notPrinted = (sentence: Sentence): AppFailure =>
  new AppFailure({ kind: "internal", ...said(sentence) });

export interface SheetPrintingOptions {
  readonly clock: Clock;
  readonly events: PushBus;
  readonly print: PrintSheet;
}

/** Prints the overview of the open connection, one sheet at a time. */
export class SheetPrinting {
  readonly #options: SheetPrintingOptions;
  readonly #turn = oneAtATime();
  #onDrawn: ((report: CallInput<"reportSheetDrawn">) => void) | null = null;

  constructor(options: SheetPrintingOptions) {
    this.#options = options;
  }

  /** Handles the report of a sheet that it is drawn. Reports of other pages and of earlier sheets are ignored. */
  drawn(report: CallInput<"reportSheetDrawn">): void {
    this.#onDrawn?.(report);
  }

  /**
   * Prints the overview of a connection.
   * @param isOpen whether the connection is open.
   * @returns null if another connection was opened meanwhile.
   * @throws AppFailure with a sentence for users; the reason of `signal`.
   */
  print(connectionId: string, isOpen: () => boolean, signal: AbortSignal): Promise<Uint8Array | null> {
    return this.#turn(async () => {
      if (!isOpen()) return null;
      const { clock, events, print } = this.#options;
      const ending = new AbortController();
      const unsubscribe = events.subscribe((name) => {
        // The local data may also have been deleted.
        if (name === "switched" || (name === "status" && !isOpen())) ending.abort();
      });
      const sheet = AbortSignal.any([signal, ending.signal]);
      try {
        const limit = clock.wait(PRINTED_WITHIN_MS, sheet).then(() => {
          throw notPrinted(OVERVIEW_ERRORS.notDrawn);
        });
        const pdf = await Promise.race([this.#printSheet(connectionId, print, sheet), limit]);
        return isOpen() ? pdf : null;
      } catch (thrown) {
        if (!signal.aborted && (ending.signal.aborted || !isOpen())) return null;
        throw thrown;
      } finally {
        unsubscribe();
        this.#onDrawn = null;
        ending.abort();
      }
    });
  }

  async #printSheet(connectionId: string, print: PrintSheet, signal: AbortSignal): Promise<Uint8Array> {
    const sheet = randomUUID();
    const drawn = new Promise<void>((resolve, reject) => {
      this.#onDrawn = (report) => {
        if (report.sheet !== sheet) return;
        if (report.connectionId === connectionId && report.isWhole) resolve();
        else reject(notPrinted(OVERVIEW_ERRORS.notWhole));
      };
    });
    // If the host has already failed, nothing else waits for `drawn`, so its rejection must not be unhandled.
    drawn.catch(() => {});
    return print({ sheet, drawn, signal });
  }
}

/** The handler for reports of sheets that are being printed. */
export const sheetHandlers = ({ printing }: { readonly printing: SheetPrinting | null }) =>
  ({ reportSheetDrawn: (report) => printing?.drawn(report) }) satisfies HandlersOf<typeof SHEET_CALLS>;
