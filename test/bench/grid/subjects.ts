import type { Browser } from "@playwright/test";
import { callHost } from "../../e2e/host-client.ts";
import { indexRead } from "../index-read.ts";
import type { RunningProgram } from "../../helpers/child.ts";
import { readOwnGrid, startOwnHost } from "../page/own-host.ts";
import { COLUMNS } from "./peers/rows.ts";
import { WatchedPage } from "../page/watched-page.ts";

/** The sorts that are compared: by a name, and by a number that no index of the database has. */
export const SORTS = ["name", "startingLength"] as const;
export type SortName = (typeof SORTS)[number];

/** One grid of the comparison, and the ways to use it. */
export interface Subject {
  readonly name: string;
  /** Its selector. */
  readonly element: string;
  /** Whether the grid's rows are elements with texts; Glide draws its rows on a canvas. */
  readonly readsText: boolean;
  /** Opens the grid with empty caches, as at the first use of a day. */
  open(browser: Browser): Promise<OpenSubject>;
}

export interface OpenSubject {
  readonly watched: WatchedPage;
  /** The middle of a column's header, in pixels of the page. */
  readonly header: (column: SortName) => Promise<{ readonly x: number; readonly y: number }>;
  readonly close: () => Promise<void>;
}

/** Ms after which our page has saved the state of its table. */
const REMEMBERED = 1_500;

const VIEWPORT = { width: 1_680, height: 900 };

/** A grid that holds all rows in memory, in the order of their names. */
export function peer(name: "ag-grid" | "glide", url: string): Subject {
  return {
    name: name === "ag-grid" ? "AG Grid Community" : "Glide Data Grid",
    element: "#grid",
    readsText: name === "ag-grid",
    open: async (browser) => {
      const page = await browser.newPage({ viewport: VIEWPORT });
      const watched = await WatchedPage.open(page, `${url}/${name}.html`, { everyFrame: true });
      return {
        watched,
        header: async (column) => {
          const box = await page.locator("#grid").boundingBox();
          const at = COLUMNS.findIndex(([id]) => id === column);
          const left = COLUMNS.slice(0, at).reduce((sum, [, , width]) => sum + width, 0);
          return { x: left + 60, y: (box?.y ?? 0) + 16 };
        },
        close: () => page.close(),
      };
    },
  };
}

/** Our own page over the browser host, which restarts each time. @param data a folder that was synced. */
export function stockdeck(data: string): Subject & { readonly url: () => string } {
  let host: RunningProgram | null = null;
  let url = "";
  return {
    name: "Stockdeck",
    element: '[role="grid"]',
    readsText: true,
    url: () => url,
    open: async (browser) => {
      ({ host, url } = await startOwnHost(data));
      // The other grids' server also runs before their page is requested; `bench -- start` measures the whole
      // start.
      await callHost(url, "bootstrap");
      const page = await browser.newPage({ viewport: VIEWPORT });
      const watched = await WatchedPage.open(page, `${url}#/items`, { read: readOwnGrid });
      await indexRead(url);
      return {
        watched,
        header: async (column) => {
          const field = page.locator(`[role="columnheader"][data-column="${column}"]`);
          const box = await field.boundingBox();
          return { x: (box?.x ?? 0) + 40, y: (box?.y ?? 0) + 16 };
        },
        close: async () => {
          // Waits as a user would: the page saves its state shortly after each change.
          await page.waitForTimeout(REMEMBERED);
          await page.close();
          await host?.stop();
        },
      };
    },
  };
}

/** Arranges the columns of the comparison in the table of items. */
export async function arrangeColumns(url: string): Promise<void> {
  const { connections } = await callHost(url, "bootstrap");
  const order = ["name", "id", "status", "locationId", "materialTypeId", "remainingLength", "startingLength"];
  order.push("weight", "checkedOutToUserId", "checkedOutAt", "createdAt", "updatedAt");
  const columns = {
    order,
    visibility: Object.fromEntries(order.map((id) => [id, true])),
    widths: { id: 190, startingLength: 128, createdAt: 186, updatedAt: 186 },
    pins: {},
  };
  await callHost(url, "saveUiState", {
    connectionId: connections.current ?? "",
    name: "view.items",
    value: JSON.stringify({ version: 2, viewId: "all", search: "", chips: [], sort: [], columns }),
  });
}
