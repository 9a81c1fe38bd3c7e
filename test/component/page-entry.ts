/** The parts of the page that component tests need, as one entry for the bundler. */
export { start } from "../../renderer/shell/start.tsx";
export { openPage } from "../../renderer/shell/opening.ts";
export { loadDeferredParts } from "../../renderer/base/lazy-part.tsx";
export { router } from "../../renderer/shell/router.tsx";
