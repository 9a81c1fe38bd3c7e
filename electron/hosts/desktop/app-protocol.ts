import { randomBytes } from "node:crypto";
import { protocol, type ProtocolRequest, type ProtocolResponse, type Session } from "electron";
import { contentSecurityPolicy, readPageFile } from "../core/page-files.ts";

/** The only origin of Stockdeck's pages. */
export const APP_ORIGIN = "app://stockdeck";

/** Declares app:// to Chromium as a scheme like https. It must be called before the app is ready. */
export function declareAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: "app", privileges: { standard: true, secure: true, supportFetchAPI: false } },
  ]);
}

/**
 * Serves the built page at app://stockdeck/ and nothing else. It uses Electron's deprecated API, because
 * `protocol.handle` costs the first page 50 ms (docs/decisions/0016).
 * @security path containment, CSP
 */
export function serveAppScheme(session: Session, pages: string): void {
  const serve = async (request: ProtocolRequest, send: (response: ProtocolResponse) => void): Promise<void> =>
    send(await answer(request, pages));
  session.protocol.registerBufferProtocol("app", (request, callback) => void serve(request, callback));
}

async function answer({ method, url }: ProtocolRequest, pages: string): Promise<ProtocolResponse> {
  const refuse = (statusCode: number): ProtocolResponse => ({ statusCode, data: Buffer.alloc(0) });
  const { protocol: scheme, host, pathname } = new URL(url);
  if (method !== "GET" || `${scheme}//${host}` !== APP_ORIGIN) return refuse(403);
  const nonce = randomBytes(16).toString("base64");
  const file = await readPageFile(pages, pathname, nonce);
  if (!file) return refuse(404);
  return {
    data: file.body,
    headers: {
      "content-type": file.type,
      "content-security-policy": contentSecurityPolicy(nonce, "'none'"),
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      // A Content-Security-Policy cannot forbid <link rel="dns-prefetch">.
      "x-dns-prefetch-control": "off",
      "cache-control": "no-store",
    },
  };
}
