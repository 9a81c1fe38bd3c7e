/** A format of labels. All lengths are in millimetres. */
export interface LabelFormat {
  readonly page: { readonly width: number; readonly height: number };
  /** The labels of a page, side by side and below each other. */
  readonly columns: number;
  readonly rows: number;
  readonly label: { readonly width: number; readonly height: number };
  /** From the page's corner to the first label. */
  readonly left: number;
  readonly top: number;
  /** Between two labels side by side. */
  readonly gap: number;
}

/** The formats: an A4 sheet of 24 labels (Avery L7159), and a roll of labels of 62 × 29 mm (Brother DK-11209). */
export const LABEL_FORMATS = {
  sheet: {
    page: { width: 210, height: 297 },
    columns: 3,
    rows: 8,
    label: { width: 63.5, height: 33.9 },
    left: 7.21,
    top: 12.9,
    gap: 2.54,
  },
  roll: {
    page: { width: 62, height: 29 },
    columns: 1,
    rows: 1,
    label: { width: 62, height: 29 },
    left: 0,
    top: 0,
    gap: 0,
  },
} as const satisfies Readonly<Record<string, LabelFormat>>;
export type LabelFormatName = keyof typeof LABEL_FORMATS;

/** Distributes labels over the pages of a format. */
export function pagesOf<Label>({ columns, rows }: LabelFormat, labels: readonly Label[]): readonly Label[][] {
  const perPage = columns * rows;
  return Array.from({ length: Math.ceil(labels.length / perPage) }, (_, page) =>
    labels.slice(page * perPage, (page + 1) * perPage),
  );
}
