interface ImportMetaEnv {
  /** True if the build may reach the core through the browser host (never in a packaged app). */
  readonly STOCKDECK_BROWSER_HOST: boolean;
}
