// The script with what is opened over a table (later.tsx).
export { DetailsPanel } from "../features/details/details-panel.tsx";
export { Palette } from "../features/palette/palette.tsx";
export { ShortcutSheet } from "../features/palette/shortcut-sheet.tsx";
export { TotalsPanel } from "../table/totals/totals-panel.tsx";
