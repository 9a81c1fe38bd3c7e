/** A format of labels. All lengths are in mm. */
export interface LabelFormat {
  readonly page: { readonly width: number; readonly height: number };
  /** The number of labels on a page side by side, and below each other. */
  readonly columns: number;
  readonly rows: number;
  readonly label: { readonly width: number; readonly height: number };
  /** The distance from the page's corner to the first label. */
  readonly left: number;
  readonly top: number;
  /** The distance between two labels side by side. */
  readonly gap: number;
}

const A4 = { width: 210, height: 297 };

/** A roll has one label on each page. */
const rollOf = (width: number, height: number): LabelFormat => ({
  page: { width, height },
  columns: 1,
  rows: 1,
  label: { width, height },
  left: 0,
  top: 0,
  gap: 0,
});

/**
 * The formats, by the makers' data sheets: A4 sheets of 24 labels (Avery L7159) and of 14 labels (Avery L7163), and rolls of
 * labels of 62 × 29 mm (Brother DK-11209) and of 89 × 36 mm (DYMO 99012).
 */
export const LABEL_FORMATS = {
  sheet: {
    page: A4,
    columns: 3,
    rows: 8,
    label: { width: 63.5, height: 33.9 },
    left: 7.21,
    top: 12.9,
    gap: 2.54,
  },
  largeSheet: {
    page: A4,
    columns: 2,
    rows: 7,
    label: { width: 99.1, height: 38.1 },
    left: 4.65,
    top: 15.15,
    gap: 2.5,
  },
  roll: rollOf(62, 29),
  largeRoll: rollOf(89, 36),
} as const satisfies Readonly<Record<string, LabelFormat>>;
export type LabelFormatName = keyof typeof LABEL_FORMATS;
export const FORMAT_NAMES = Object.keys(LABEL_FORMATS) as readonly LabelFormatName[];
