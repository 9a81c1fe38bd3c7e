import { MantineProvider } from "@mantine/core";
import { screen, waitFor, within } from "@testing-library/dom";
import { userEvent } from "@testing-library/user-event";
import type { ReactNode } from "react";
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { BarChart } from "../../../renderer/ui/chart/bar-chart.tsx";
import type { OpenRows, Part } from "../../../renderer/ui/chart/chart-data.ts";
import { ColumnChart } from "../../../renderer/ui/chart/column-chart.tsx";
import { LineChart } from "../../../renderer/ui/chart/line-chart.tsx";

const series = [
  { key: "available", label: "Available", tone: "good" },
  { key: "out", label: "Checked out", tone: "warn" },
] as const;
const available = (value: number): Part => ({ series: "available", value, text: `${value} m` });
const out = (value: number): Part => ({ series: "out", value, text: `${value} m` });

const chart = {
  name: "Stock",
  description: "Two types; the largest is copper foil.",
  heading: "Type",
  series,
};
const copper = { key: "cu", label: "Copper foil", parts: [available(900), out(100)], total: "1000 m" };
const film = { key: "pa", label: "PA film", parts: [available(5), out(0)], total: "5 m" };
const days = [
  { key: "d1", label: "1 March", parts: [available(3), out(2)], total: "5 m" },
  { key: "d2", label: "2 March", parts: null, total: "" },
  { key: "d3", label: "3 March", parts: [available(4), out(1)], total: "5 m" },
];
const points = [
  { key: "d1", label: "1 March", values: [available(3), out(2)] },
  { key: "d2", label: "2 March", values: [null, null] },
  { key: "d3", label: "3 March", values: [available(4), out(1)] },
];

let root: Root;
const user = userEvent.setup();
const onOpen = vi.fn<OpenRows>();
const show = (child: ReactNode): void =>
  flushSync(() => root.render(<MantineProvider>{child}</MantineProvider>));
const marks = (): readonly HTMLElement[] => Array.from(document.querySelectorAll<HTMLElement>("[data-mark]"));
const mark = (name: string): HTMLElement => screen.getByRole("button", { name });
const tabStops = (): readonly HTMLElement[] => marks().filter(({ tabIndex }) => tabIndex === 0);
const tooltip = (): string | null =>
  document.querySelector('[data-side][aria-hidden="true"]')?.textContent ?? null;
/** Presses keys one by one. @returns the name of the focused element after each key. */
async function namesAfter(...keys: readonly string[]): Promise<readonly (string | null)[]> {
  const names: (string | null)[] = [];
  for (const key of keys) {
    await user.keyboard(`{${key}}`);
    const focused = document.activeElement;
    names.push(focused?.getAttribute("aria-label") ?? focused?.firstElementChild?.textContent ?? null);
  }
  return names;
}

beforeEach(() => {
  document.body.innerHTML = '<div id="root"></div>';
  root = createRoot(document.getElementById("root") as HTMLElement);
  onOpen.mockReset();
});
afterEach(() => root.unmount());

describe("a bar chart", () => {
  beforeEach(() => show(<BarChart {...chart} bars={[copper, film]} reserve={2} onOpen={onOpen} />));

  test("a bar chart has a name, a description and the names of its series", () => {
    expect(screen.getByRole("group", { name: "Stock" })).toHaveAccessibleDescription(chart.description);
    expect(screen.getByText(chart.description)).toBeVisible();
    expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "Available",
      "Checked out",
    ]);
  });

  test("each bar and each part of a bar has a button unless its value is 0", () => {
    expect(marks()).toHaveLength(5);
    for (const name of [
      "Copper foil: 1000 m",
      "Copper foil: Available, 900 m",
      "Copper foil: Checked out, 100 m",
      "PA film: 5 m",
      "PA film: Available, 5 m",
    ])
      expect(mark(name)).toBeVisible();
  });

  test("clicking a part of a bar opens that part", async () => {
    await user.click(mark("Copper foil: Checked out, 100 m"));
    await user.click(screen.getByText("PA film"));
    await user.click(screen.getByText("1000 m"));
    expect(onOpen.mock.calls).toEqual([
      ["cu", "out"],
      ["pa", null],
      ["cu", null],
    ]);
  });

  test("a bar chart is one tab stop; arrow keys move between the bars", async () => {
    expect(tabStops()).toEqual([mark("Copper foil: 1000 m")]);
    await user.tab();
    await user.tab();
    expect(await namesAfter("ArrowRight", "ArrowRight", "ArrowRight", "ArrowDown", "Home", "End")).toEqual([
      "Copper foil: Available, 900 m",
      "Copper foil: Checked out, 100 m",
      "Copper foil: Checked out, 100 m",
      "PA film: Available, 5 m",
      "Copper foil: Available, 900 m",
      "PA film: Available, 5 m",
    ]);
    expect(tabStops()).toEqual([mark("PA film: Available, 5 m")]);
    await user.keyboard("{Enter} ");
    expect(onOpen.mock.calls).toEqual([
      ["pa", "available"],
      ["pa", "available"],
    ]);
    await user.tab();
    expect(marks()).not.toContain(document.activeElement);
  });

  test("a tooltip describes the hovered or focused part until the user presses Escape", async () => {
    expect(tooltip()).toBeNull();
    await user.hover(mark("Copper foil: Available, 900 m"));
    expect(tooltip()).toBe("Copper foil: Available, 900 m");
    await user.unhover(mark("Copper foil: Available, 900 m"));
    await waitFor(() => expect(tooltip()).toBeNull());
    flushSync(() => mark("PA film: Available, 5 m").focus());
    expect(tooltip()).toBe("PA film: Available, 5 m");
    await user.keyboard("{Escape}");
    expect(tooltip()).toBeNull();
  });

  test("the focus stays in the chart if new data remove the focused part", () => {
    flushSync(() => mark("PA film: Available, 5 m").focus());
    show(<BarChart {...chart} bars={[copper]} reserve={2} onOpen={onOpen} />);
    expect(document.activeElement).toBe(mark("Copper foil: 1000 m"));
  });

  test("the user can turn a bar chart into a table", async () => {
    const toggle = screen.getByRole("button", { name: "Show as table" });
    expect(toggle).toHaveAttribute("aria-pressed", "false");
    await user.click(toggle);
    expect(toggle).toHaveAttribute("aria-pressed", "true");
    expect(marks()).toHaveLength(0);
    const table = within(screen.getByRole("table", { name: "Stock" }));
    expect(table.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
      "Type",
      "Available",
      "Checked out",
      "Total",
    ]);
    expect(table.getAllByRole("row").map(({ textContent }) => textContent)).toEqual([
      "TypeAvailableChecked outTotal",
      "Copper foil900 m100 m1000 m",
      "PA film5 m0 m5 m",
    ]);
    await user.click(toggle);
    expect(screen.queryByRole("table")).toBeNull();
  });
});

test("a bar's note appears in the tooltip and in the description of the bar's button", async () => {
  show(<BarChart {...chart} bars={[{ ...film, note: "in 3 locations" }]} reserve={1} onOpen={onOpen} />);
  await user.hover(mark("PA film: 5 m"));
  expect(tooltip()).toBe("PA film: 5 min 3 locations");
  expect(mark("PA film: 5 m")).toHaveAttribute("aria-description", "in 3 locations");
});

test("a loading chart is marked as busy and has its final height", () => {
  const heightOf = (): string =>
    Array.from(document.querySelectorAll<HTMLElement>("[style]"))
      .map(({ style }) => style.minHeight)
      .find((height) => height !== "") ?? "";
  for (const [loading, loaded] of [
    [
      <BarChart key="bars" {...chart} bars={null} reserve={2} onOpen={onOpen} />,
      <BarChart key="bars" {...chart} bars={[copper, film]} reserve={2} onOpen={onOpen} />,
    ],
    [
      <ColumnChart key="columns" {...chart} columns={null} onOpen={onOpen} />,
      <ColumnChart key="columns" {...chart} columns={days} onOpen={onOpen} />,
    ],
    [
      <LineChart key="lines" {...chart} points={null} onOpen={onOpen} />,
      <LineChart key="lines" {...chart} points={points} onOpen={onOpen} />,
    ],
  ] as const) {
    show(loading);
    expect(screen.getByRole("group", { name: "Stock" })).toHaveAttribute("aria-busy", "true");
    expect(marks()).toHaveLength(0);
    const reserved = heightOf();
    show(loaded);
    expect(screen.getByRole("group", { name: "Stock" })).toHaveAttribute("aria-busy", "false");
    expect(marks().length).toBeGreaterThan(0);
    expect(heightOf()).toBe(reserved);
  }
});

test("an empty chart says that it has no data", () => {
  show(<BarChart {...chart} bars={[]} reserve={2} onOpen={onOpen} />);
  expect(screen.getByText("Nothing to show.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Show as table" })).toBeNull();
});

describe("a column chart", () => {
  test("a column chart labels a day that was not observed, which cannot be opened", async () => {
    show(<ColumnChart {...chart} columns={days} onOpen={onOpen} />);
    flushSync(() => mark("1 March: 5 m").focus());
    expect(
      await namesAfter("ArrowRight", "ArrowRight", "ArrowUp", "ArrowUp", "ArrowLeft", "ArrowLeft"),
    ).toEqual([
      "2 March: not observed",
      "3 March: 5 m",
      "3 March: Available, 4 m",
      "3 March: Checked out, 1 m",
      "2 March: not observed",
      "1 March: 5 m",
    ]);
    await user.click(mark("2 March: not observed"));
    expect(mark("2 March: not observed")).toHaveAttribute("aria-disabled", "true");
    expect(onOpen).not.toHaveBeenCalled();
    await user.click(mark("3 March: Checked out, 1 m"));
    await user.click(mark("3 March: 5 m"));
    expect(onOpen.mock.calls).toEqual([
      ["d3", "out"],
      ["d3", null],
    ]);
    await user.click(screen.getByRole("button", { name: "Show as table" }));
    expect(screen.getAllByText("not observed")).toHaveLength(3);
  });

  test("each column has one button in a chart with one series", async () => {
    const columns = [days[0], days[2]].map((day) => ({
      key: "",
      label: "",
      total: "",
      ...day,
      parts: [available(4)],
    }));
    show(<ColumnChart {...chart} series={series.slice(0, 1)} columns={columns} onOpen={onOpen} />);
    expect(marks()).toEqual([mark("1 March: Available, 4 m"), mark("3 March: Available, 4 m")]);
    expect(screen.queryByRole("listitem")).toBeNull();
    await user.click(mark("3 March: Available, 4 m"));
    expect(onOpen).toHaveBeenCalledWith("d3", "available");
  });

  test("a column chart has no buttons if no column can be opened", () => {
    show(<ColumnChart {...chart} columns={days} />);
    expect(screen.getByRole("img", { name: "Stock" })).toHaveAccessibleDescription(chart.description);
    expect(screen.queryByRole("group")).toBeNull();
    expect(screen.getAllByRole("button")).toEqual([screen.getByRole("button", { name: "Show as table" })]);
  });
});

test("a line chart has a button for each observed value, but not for gaps", async () => {
  show(<LineChart {...chart} points={points} onOpen={onOpen} />);
  expect(marks()).toHaveLength(4);
  flushSync(() => mark("1 March: Available, 3 m").focus());
  expect(await namesAfter("ArrowDown", "ArrowRight", "ArrowUp", "Home")).toEqual([
    "1 March: Checked out, 2 m",
    "3 March: Checked out, 1 m",
    "3 March: Available, 4 m",
    "1 March: Available, 3 m",
  ]);
  await user.click(mark("3 March: Available, 4 m"));
  expect(onOpen).toHaveBeenCalledWith("d3", "available");
});
