export const EXPORT = { label: "Export", byKey: "Export (Ctrl+E)" };
export const NOTHING_TO_EXPORT = "Open a table or Activity first, then export it.";
