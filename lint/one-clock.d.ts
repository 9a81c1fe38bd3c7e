declare const plugin: { readonly sleepingTests: readonly string[] };
// oxlint-disable-next-line import/no-default-export -- the plugin that it describes has one
export default plugin;
