import { randomBytes } from "node:crypto";
import { protocol, type Session } from "electron";
import { contentSecurityPolicy, readPageFile } from "../core/page/page-files.ts";

/** The one origin of Stockdeck's pages. */
export const APP_ORIGIN = "app://stockdeck";

/** Tells Chromium, before it is ready, that app:// is a scheme like https. */
export function declareAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: "app", privileges: { standard: true, secure: true, supportFetchAPI: false } },
  ]);
}

/** Serves the built page at app://stockdeck/ and nothing else. @security path containment, CSP */
export function serveAppScheme(session: Session, pages: string): void {
  session.protocol.handle("app", async (request) => {
    const url = new URL(request.url);
    const refuse = (status: number): Response => new Response(null, { status });
    if (request.method !== "GET" || `${url.protocol}//${url.host}` !== APP_ORIGIN) return refuse(403);
    const nonce = randomBytes(16).toString("base64");
    const file = await readPageFile(pages, url.pathname, nonce);
    if (!file) return refuse(404);
    return new Response(new Uint8Array(file.body), {
      headers: {
        "content-type": file.type,
        "content-security-policy": contentSecurityPolicy(nonce, "'none'"),
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cache-control": "no-store",
      },
    });
  });
}
