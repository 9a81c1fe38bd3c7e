import { createBrowserHistory } from "@tanstack/react-router";

/**
 * The history of addresses in the hash. The router's own puts the page's query string behind the hash, where the
 * browser host's token would become part of the last search parameter as soon as one goes back or reloads.
 */
export function createOwnHashHistory(): ReturnType<typeof createBrowserHistory> {
  return createBrowserHistory({
    createHref: (href) => `${window.location.pathname}${window.location.search}#${href}`,
    parseLocation: () => parseHash(window.location.hash, window.history.state),
  });
}

/** An address of the router's, from the page's hash. */
function parseHash(hash: string, state: unknown) {
  const href = hash.slice(1) || "/";
  const at = href.includes("?") ? href.indexOf("?") : href.length;
  return {
    href,
    pathname: href.slice(0, at),
    search: href.slice(at),
    hash: "",
    state: (state as { readonly __TSR_index: number } | null) ?? { __TSR_index: 0 },
  };
}
