import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { DatabaseSync } from "@photostructure/sqlite";
import { build } from "vite";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const PAGES = path.join(HERE, "peers");
/** Rows per file. They are few, so that a page never holds the text of all rows. */
const ROWS_A_FILE = 50_000;
const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
};

/** Serves the other grids' pages on loopback, with the rows of an inventory database. */
export class PeerServer {
  readonly url: string;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** @param folder the folder for the built pages and the rows. @param database the database of the rows. */
  static async start(folder: string, database: string): Promise<PeerServer> {
    await buildPages(folder);
    writeRows(path.join(folder, "rows"), database);
    const server = createServer((request, response) => {
      const file = path.join(folder, path.normalize(new URL(request.url ?? "/", "http://peer").pathname));
      if (!fs.existsSync(file)) return response.writeHead(404).end();
      response.writeHead(200, { "content-type": TYPES[path.extname(file)] ?? "application/octet-stream" });
      return fs.createReadStream(file).pipe(response);
    });
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    return new PeerServer(server);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }
}

/** Installs the grids, which are not dependencies of the product, and builds their pages. */
async function buildPages(outDir: string): Promise<void> {
  if (!fs.existsSync(path.join(HERE, "node_modules"))) {
    execFileSync("npm", ["ci", "--no-audit", "--no-fund"], {
      cwd: HERE,
      stdio: ["ignore", "ignore", "inherit"],
    });
  }
  const input = ["ag-grid", "glide"].map((name) => path.join(PAGES, `${name}.html`));
  await build({
    root: PAGES,
    configFile: false,
    logLevel: "warn",
    define: { "process.env.NODE_ENV": '"production"' },
    build: {
      outDir,
      emptyOutDir: false,
      target: "esnext",
      chunkSizeWarningLimit: 4_096,
      rolldownOptions: { input },
    },
  });
}

/** Writes the rows in the order of their names. `peers/rows.ts` reads the files, of `ROWS_A_FILE` rows each. */
function writeRows(folder: string, file: string): void {
  fs.mkdirSync(folder);
  const database = new DatabaseSync(file, { readOnly: true });
  const date = (column: string): string => `strftime('%Y-%m-%dT%H:%M:%fZ', i.${column} / 1e6, 'unixepoch')`;
  const statement = database.prepare(
    `SELECT i.name, i.id, i.status, l.name, t.name, i.remainingLength, i.startingLength, i.weight, i.checkedOutToUserId,
       ${date("checkedOutAt")}, ${date("createdAt")}, ${date("updatedAt")}
     FROM items AS i LEFT JOIN locations AS l ON l.id = i.locationId LEFT JOIN types AS t ON t.id = i.materialTypeId
     ORDER BY i.nameSort, i.id`,
  );
  statement.setReturnArrays(true);
  let rows: unknown[] = [];
  let files = 0;
  const flush = (): void => {
    fs.writeFileSync(path.join(folder, `${files}.json`), JSON.stringify(rows));
    files += 1;
    rows = [];
  };
  for (const row of statement.iterate()) {
    rows.push(row);
    if (rows.length === ROWS_A_FILE) flush();
  }
  if (rows.length > 0) flush();
  database.close();
}
