import { app } from "electron";

const VARIABLE = "GDK_GL";

/**
 * Keeps GTK 3 from loading the graphics driver into this process too: Chromium draws in a process of its own, and GTK
 * only its dialogs, without OpenGL. Saves up to 60 MB, if the driver compiles its shaders by LLVM. To be called
 * before Electron is ready. https://docs.gtk.org/gtk3/running.html
 */
export function keepGtkLight(): void {
  if (process.platform !== "linux" || process.env[VARIABLE] !== undefined) return;
  process.env[VARIABLE] = "disable";
  // Programs that open an exported file draw as they like.
  void app.whenReady().then(() => delete process.env[VARIABLE]);
}
