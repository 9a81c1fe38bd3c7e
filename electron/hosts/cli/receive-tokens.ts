import fs from "node:fs";
import { EventLogStore, type KeptToken } from "../../features/webhooks/receiver/event-log-store.ts";
import { hashOf, newToken } from "../../features/webhooks/receiver/stream-tokens.ts";
import { EXIT } from "./exit-code.ts";
import type { Terminal } from "./terminal.ts";
import { UsageError } from "./usage-error.ts";

const MAX_LABEL = 100;

/** Makes a token for one workstation, and prints it once. @throws UsageError for the label. */
export function addToken(file: string, label: string, terminal: Terminal): number {
  if (label.length > MAX_LABEL || !/^[^\p{Cc}\p{Cs}]+$/u.test(label))
    throw new UsageError(`--add-token takes a label of 1 to ${MAX_LABEL} characters`);
  const token = newToken();
  const isAdded = withStore(file, (store) => store.addToken(label, hashOf(token), Date.now()));
  if (!isAdded) throw new UsageError(`--add-token: there is a token with the label "${label}"`);
  terminal.out(JSON.stringify({ label, token }));
  return EXIT.done;
}

/** Prints the tokens without the tokens, one JSON object a line. */
export function listTokens(file: string, terminal: Terminal): number {
  const tokens = fs.existsSync(file) ? withStore(file, (store) => store.tokens()) : [];
  for (const token of tokens) terminal.out(JSON.stringify(shownToken(token)));
  return EXIT.done;
}

/** Removes a token; a running receiver ends its stream within seconds. @throws UsageError if the token does not exist. */
export function removeToken(file: string, label: string, terminal: Terminal): number {
  const isRemoved = fs.existsSync(file) && withStore(file, (store) => store.removeToken(label));
  if (!isRemoved) throw new UsageError(`--remove-token: there is no token with the label "${label}"`);
  terminal.out(JSON.stringify({ removed: label }));
  return EXIT.done;
}

const shownToken = ({ label, createdAt, lastUsedAt }: KeptToken): object => ({
  label,
  created: new Date(createdAt).toISOString(),
  lastUsed: lastUsedAt === null ? null : new Date(lastUsedAt).toISOString(),
});

function withStore<T>(file: string, work: (store: EventLogStore) => T): T {
  const store = new EventLogStore(file);
  try {
    return work(store);
  } finally {
    store.close();
  }
}
