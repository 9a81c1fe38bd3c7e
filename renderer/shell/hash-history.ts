import { createBrowserHistory } from "@tanstack/react-router";

/**
 * A history of addresses in the hash. The router's own hash history appends the page's query string to the hash, where
 * the browser host's token would become part of a search parameter after Back or a reload.
 */
export function createOwnHashHistory(): ReturnType<typeof createBrowserHistory> {
  return createBrowserHistory({
    createHref: (href) => `${window.location.pathname}${window.location.search}#${href}`,
    parseLocation: () => parseHash(window.location.hash, window.history.state),
  });
}

/** Reads the router's address from the page's hash. */
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
