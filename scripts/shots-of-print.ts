import type { Scene } from "./shot-stage.ts";

/** The preview of what is printed, in every size of window. */
export const PRINT_SCENE: Scene = async ({ page, shootBoth }) => {
  const preview = page.getByRole("dialog", { name: "Print preview" });
  await page.keyboard.press("Control+p");
  await preview.getByText(/^[\d,]+ pages?$/).waitFor();
  await shootBoth("print");
  await page.keyboard.press("Escape");
  await preview.waitFor({ state: "hidden" });
};
