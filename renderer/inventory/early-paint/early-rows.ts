import type { CallOutput, HostApi } from "../../../shared/contract/contract.ts";
import type { Result } from "../../../shared/domain/errors.ts";
import { RESOURCES, type Resource } from "../../../shared/domain/resource-names.ts";
import { lookName } from "../../../shared/contract/window-names.ts";
import { CHUNK_ROWS } from "../query/chunk-rows.ts";
import type { TableQuery } from "../query/result-queries.ts";
import { paintEarlyRows } from "./paint-early-rows.ts";
import { readSnapshot, type LayoutSnapshot } from "./layout-snapshot.ts";

type Answer = Result<CallOutput<"queryWindow">>;

/** The first rows of the table that the page opens with, asked for before the page's large scripts are read. */
export interface EarlyRows {
  /**
   * Hands them over, once: nothing is kept of them.
   * @returns null where they are not those of what a table lists, or something was changed since they were asked for.
   */
  readonly take: (profileId: string, resource: Resource, tableQuery: TableQuery) => Promise<Answer> | null;
}

/** The table whose screen a page shows; null where it shows another one. @param hash of its address. */
export function tableAt(hash: string): Resource | null {
  const [path = ""] = hash.slice(1).split("?");
  return path === "/" || path === "" ? "items" : (RESOURCES.find((name) => path === `/${name}`) ?? null);
}

/**
 * Asks for the first rows of a table that looks as it did the last time.
 * @param state what is remembered of the table. @param window the number of the page's.
 * @returns null where nothing is known of how the table will look; else what is asked for, and settled when it is on
 * screen, `drawn`.
 */
export async function requestEarlyRows(
  host: HostApi,
  profileId: string,
  resource: Resource,
  state: Promise<string | null>,
  window: number,
): Promise<(EarlyRows & { readonly drawn: Promise<void> }) | null> {
  const saved = host.loadUiState({ profileId, name: lookName(window, resource) });
  const look = readSnapshot(await saved, await state);
  if (!look) return null;
  const { query } = look;
  let old = false;
  const stopListening = host.onDataChanged(() => {
    old = true;
  });
  const answer = host.queryWindow({ profileId, resource, query, offset: 0, limit: CHUNK_ROWS });
  return {
    drawn: answer.then((result) => draw(look, result)),
    take: (ofProfile, of, tableQuery) => {
      stopListening();
      return !old && ofProfile === profileId && of === resource && lists(tableQuery, look) ? answer : null;
    },
  };
}

function lists({ query, groups }: TableQuery, look: LayoutSnapshot): boolean {
  return groups === null && JSON.stringify(query) === JSON.stringify(look.query);
}

/** Draws them, and waits for the frame that shows them; where frames do not come, as in a window out of sight, not long. */
async function draw(look: LayoutSnapshot, answer: Answer): Promise<void> {
  if (!answer.ok || !paintEarlyRows(look, answer.value)) return;
  await new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, TIMEOUT);
  });
}

/** Ms. */
const TIMEOUT = 50;
