import { useLayoutEffect } from "react";
import { currentLocale } from "../../../shared/base/text/locale.ts";

/** The sizes of paper in portrait, in millimetres. */
const SIZES = { A4: [210, 297], Letter: [215.9, 279.4] } as const;

export const PAPERS = Object.keys(SIZES) as readonly PaperName[];
type PaperName = keyof typeof SIZES;
export const ORIENTATIONS = ["landscape", "portrait"] as const;

/** A sheet of paper: its size and its orientation. */
export interface Paper {
  readonly name: PaperName;
  readonly orientation: (typeof ORIENTATIONS)[number];
}

/** CSS defines an inch as 96 pixels. */
const PIXELS_A_MM = 96 / 25.4;
/** The margin of a page in millimetres; more than any printer needs. */
export const MARGIN_MM = 12;

/** The width and height of a sheet, in millimetres. */
export function sizeOf({ name, orientation }: Paper): readonly [width: number, height: number] {
  const [short, long] = SIZES[name];
  return orientation === "portrait" ? [short, long] : [long, short];
}

/** The width of a sheet, in CSS pixels. */
export function pixelWidth(paper: Paper): number {
  return sizeOf(paper)[0] * PIXELS_A_MM;
}

/**
 * Letter in regions that use it, A4 elsewhere. @param language a BCP 47 tag: by default the locale of numbers and
 * dates, because the language of texts says nothing about paper.
 */
export function usualPaper(language: string = currentLocale() ?? navigator.language): Paper {
  const region = new Intl.Locale(language).maximize().region ?? "";
  // The territories with "US-Letter" in CLDR's paperSize.
  const inches = ["BZ", "CA", "CL", "CO", "CR", "GT", "MX", "NI", "PA", "PH", "PR", "SV", "US", "VE"];
  return { name: inches.includes(region) ? "Letter" : "A4", orientation: "landscape" };
}

/** The rows of one page, from `begin` to `end`. `end` itself is not on the page. */
export interface PrintedPage {
  readonly begin: number;
  readonly end: number;
}

/**
 * Distributes rows over pages without cutting a row. A heading stays with its first row. @param first the height for
 * rows on the first page, in pixels. @param later the height for rows on every other page, in pixels. @param headings
 * the indices of headings.
 */
export function paginate(
  heights: readonly number[],
  first: number,
  later: number,
  headings: ReadonlySet<number> = new Set(),
): readonly PrintedPage[] {
  const pages: PrintedPage[] = [];
  let begin = 0;
  let left = first;
  for (const block of blocksOf(heights, later, headings)) {
    // The title may leave no space for even one row on the first page.
    if (block.height > left && (block.begin > begin || pages.length === 0)) {
      pages.push({ begin, end: block.begin });
      begin = block.begin;
      left = later;
    }
    left -= block.height;
  }
  return [...pages, { begin, end: heights.length }];
}

/**
 * Yields the rows, each with the headings above it. @param most the largest height that is kept together, in pixels.
 */
function* blocksOf(heights: readonly number[], most: number, headings: ReadonlySet<number>) {
  for (let begin = 0; begin < heights.length;) {
    let end = begin + 1;
    while (headings.has(end - 1)) end += 1;
    const height = heights.slice(begin, end).reduce((sum, one) => sum + one, 0);
    const isKept = height <= most;
    yield { begin, height: isKept ? height : (heights[begin] ?? 0) };
    begin = isKept ? end : begin + 1;
  }
}

/** The value of CSS's `size` for a sheet. */
export function pageSizeOf({ name, orientation }: Paper): string {
  return `${name} ${orientation}`;
}

/** The free space on both sides of a sheet on screen together, in pixels. */
const SHEET_GAP_PX = 48;

/**
 * The zoom at which a page fits a width. @param pageMm the width of the page, in millimetres. @param width the
 * available width, in pixels; 0 if unknown.
 */
export function fittingZoom(pageMm: number, width: number): number {
  return width === 0 ? 1 : Math.min(1, (width - SHEET_GAP_PX) / (pageMm * PIXELS_A_MM));
}

/**
 * Sets the printer's paper while the component is on screen. @param size a value of CSS's `size`. @param margin in
 * millimetres.
 */
export function usePageSize(size: string, margin: number): void {
  useLayoutEffect(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`@page { size: ${size}; margin: ${margin}mm }`);
    document.adoptedStyleSheets.push(sheet);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    };
  }, [size, margin]);
}
