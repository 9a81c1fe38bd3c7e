import { expect, it } from "vitest";
import { arrangeColumns } from "../../../../../renderer/table/views/use-views.ts";
import { DEFAULT_VIEW, type ViewState } from "../../../../../renderer/table/views/view-state.ts";

it("hiding a column stores no column widths", () => {
  let view: ViewState = DEFAULT_VIEW;
  const arrange = arrangeColumns("items", (change) => {
    view = change(view);
  });
  arrange((layout) => ({ ...layout, visibility: { ...layout.visibility, updatedAt: false } }));
  expect(view.columns.visibility["updatedAt"]).toBe(false);
  expect(view.columns.widths).toEqual({});
  arrange((layout) => ({ ...layout, widths: { ...layout.widths, weight: 222 } }));
  arrange((layout) => ({ ...layout, visibility: { ...layout.visibility, updatedAt: true } }));
  expect(view.columns.widths).toEqual({ weight: 222 });
});
