import { fireEvent, screen, waitFor, within } from "@testing-library/dom";
import { expect, onTestFinished } from "vitest";
import type { TestPage } from "./page.ts";

/** The cells of one column that are rendered, from the top. */
export const cellsOf = (field: string): readonly HTMLElement[] =>
  Array.from(document.querySelectorAll<HTMLElement>(`[role="gridcell"][data-field="${field}"]`));

/** The texts of these cells. */
export const textsOf = (field: string): readonly string[] =>
  cellsOf(field).map((cell) => cell.textContent ?? "");

/** Waits until the rows match the filters of the chips. */
export async function rowsHere(): Promise<void> {
  await waitFor(() => expect(screen.getByRole("grid")).toHaveAttribute("aria-busy", "false"));
}

/** The number of rows in the toolbar, once rows are loaded and counted. */
export async function shownRows(): Promise<number> {
  await rowsHere();
  return waitFor(() => {
    const text = screen.getByTestId("result-count").textContent ?? "";
    expect(text).toMatch(/^[\d,]+ /);
    return Number.parseInt(text.replaceAll(",", ""), 10);
  });
}

/** Opens the editor of a new filter. */
export async function addFilter({ user }: TestPage, field: string): Promise<HTMLElement> {
  await user.click(await screen.findByRole("button", { name: "Add filter" }));
  await user.click(await screen.findByRole("menuitem", { name: field }));
  return screen.findByRole("form", { name: `Filter by ${field}` });
}

/** Picks from a list that opens in an editor. */
export async function choose(
  { user }: TestPage,
  editor: HTMLElement,
  list: string,
  value: string,
): Promise<void> {
  await user.click(within(editor).getByRole("combobox", { name: list }));
  await user.click(await screen.findByRole("option", { name: value }));
}

/** Sets the table to a view. */
export async function chooseView(page: TestPage, name: string): Promise<void> {
  const list = await openViews(page);
  const escaped = name.replaceAll(/[()]/g, String.raw`\$&`);
  const entry = { name: new RegExp(`^${escaped}( [\\d,.]+)?$`) };
  await page.user.click(await within(list).findByRole("button", entry));
  await expectGone(() => screen.queryByRole("dialog"));
}

/** Puts a text into a field at once, as pasting does. */
export const fill = (field: HTMLElement, value: string): boolean =>
  fireEvent.change(field, { target: { value } });

/** The header of a column. */
export const headerOf = (label: string): HTMLElement => screen.getByRole("columnheader", { name: label });

/** Waits until a column's header shows this order. Its rows appear at the same time. */
export async function expectSort(
  label: string | RegExp,
  order: "ascending" | "descending" | "none",
): Promise<void> {
  await waitFor(() =>
    expect(screen.getByRole("columnheader", { name: label })).toHaveAttribute("aria-sort", order),
  );
}

/** Waits until `count` rows are shown. */
export async function expectRows(count: number): Promise<void> {
  await waitFor(async () => expect(await shownRows()).toBe(count));
}

/** The word for the connection's state. */
const stateOf = (): HTMLElement => screen.getByTestId("sync-state");

/** Waits until the status shows `word`. */
export async function expectState(word: string): Promise<void> {
  await waitFor(() => expect(stateOf()).toHaveTextContent(new RegExp(`^${word}$`)));
}

/** The bar with the age of the rows. */
export const statusBar = (): HTMLElement => screen.getByRole("contentinfo", { name: "Status" });

/** Waits for a banner by its title. */
export const banner = (title: string | RegExp): Promise<HTMLElement> =>
  screen.findByRole("region", { name: title });

/** Waits until an element contains this text. */
export async function expectText(element: () => HTMLElement | null, text: string | RegExp): Promise<void> {
  await waitFor(() => expect(element()).toHaveTextContent(text));
}

/** Collects the sentences that the page announces from now on: a later one may replace an earlier one at once. */
export function heard(): readonly string[] {
  const sentences: string[] = [];
  const listen = (): void => {
    const sentence = document.querySelector('[aria-live="polite"]')?.textContent ?? "";
    if (sentence !== "" && sentences.at(-1) !== sentence) sentences.push(sentence);
  };
  const observer = new MutationObserver(listen);
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  onTestFinished(() => observer.disconnect());
  return sentences;
}

/** Waits until an element has exactly this text. */
export async function expectExactText(element: () => HTMLElement | null, text: string): Promise<void> {
  await waitFor(() => expect(element()?.textContent).toBe(text));
}

/** Waits until an element was removed. */
export async function expectGone(element: () => Element | null): Promise<void> {
  await waitFor(() => expect(element()).toBeNull());
}

/** Follows a link of the navigation. */
export async function goTo({ user }: TestPage, screenName: string | RegExp): Promise<void> {
  // The link of a table also has the number of new rows, once it is known.
  const name = typeof screenName === "string" ? new RegExp(`^${screenName}( ?,|$)`, "u") : screenName;
  await user.click(await screen.findByRole("link", { name }));
}

/** Goes back in the page's history with Alt+Left. */
export const goBack = ({ user }: TestPage): Promise<void> => user.keyboard("{Alt>}{ArrowLeft}{/Alt}");

/** The button that opens the list of views. */
export const viewSwitcher = (): HTMLElement => screen.getByRole("button", { name: /^View: / });

/** Waits until the table shows the view with this name. */
export async function expectView(name: string): Promise<void> {
  await waitFor(() => expect(viewSwitcher()).toHaveAccessibleName(`View: ${name}`));
}

/** Opens the list of views. */
export async function openViews({ user }: TestPage): Promise<HTMLElement> {
  await user.click(viewSwitcher());
  return screen.findByRole("dialog", { name: /^View: / });
}

/** Saves the table's state as a view with this name. */
export async function saveViewAs(page: TestPage, name: string): Promise<void> {
  await page.user.click(within(await openViews(page)).getByRole("button", { name: "Save as…" }));
  fill(await screen.findByRole("textbox", { name: "Name" }), name);
  await page.user.click(screen.getByRole("button", { name: "Save" }));
  await expectView(name);
}

/** Shows or hides a column. */
export async function toggleColumn({ user }: TestPage, label: string): Promise<void> {
  await user.click(screen.getByRole("button", { name: "Columns" }));
  await user.click(await screen.findByRole("checkbox", { name: label }));
  await user.keyboard("{Escape}");
  await expectGone(() => screen.queryByRole("checkbox", { name: label }));
}

/** A rendered cell by its place: the first row and the first column have 0. */
export function cellAt(row: number, column: number): HTMLElement {
  const cell = document.querySelector<HTMLElement>(`[data-cell="${row}:${column}"]`);
  if (!cell) throw new Error(`No cell is rendered at ${row}:${column}.`);
  return cell;
}

/** The headings of groups that are rendered. */
export const headings = (): readonly HTMLElement[] =>
  Array.from(document.querySelectorAll<HTMLElement>('[role="row"][aria-expanded]'));

/** Groups the table by a field, by the toolbar's menu. @param span of a date, such as "By year". */
export async function groupBy({ user }: TestPage, field: string, span?: string): Promise<void> {
  await user.click(screen.getByRole("button", { name: "Group" }));
  const entry = await screen.findByRole("menuitem", { name: field });
  if (span === undefined) await user.click(entry);
  else {
    entry.focus();
    await user.keyboard("{ArrowRight}");
    await user.click(await screen.findByRole("menuitem", { name: span }));
  }
  await screen.findByRole("treegrid");
}
