interface ImportMetaEnv {
  /** True if the build may reach the core through the browser host. A packaged app never may. */
  readonly STOCKDECK_BROWSER_HOST: boolean;
}
