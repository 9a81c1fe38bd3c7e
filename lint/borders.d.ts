/** The names of the rooms, for the test that each has a fixture. */
declare const plugin: { readonly rooms: readonly string[] };
export default plugin;
