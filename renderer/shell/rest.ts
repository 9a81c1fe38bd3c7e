// The script with what is opened over a table (later.tsx).
export { DetailsPanel } from "../inventory/details/details-panel.tsx";
export { Palette } from "./palette/palette.tsx";
export { ShortcutSheet } from "./palette/shortcut-sheet.tsx";
export { TotalsPanel } from "../inventory/totals/totals-panel.tsx";
