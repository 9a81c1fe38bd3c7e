import type { IncomingMessage } from "node:http";
import { ServiceError } from "../../electron/api-server/answers.ts";
import { bearerToken, unauthorized } from "../../electron/api-server/bearer.ts";
import type { SampleCompany } from "../../electron/sample-service/company.ts";
import { keyOf, unknownKey } from "../../electron/sample-service/exchange.ts";

/** The state of a key (specification 5, rules 6 and 7). */
export type KeyState = "active" | "revoked" | "inactive" | "not_pro" | "no_scope";

/** An API key of a company, with its label (specification 5, rule 3). The label names the system that uses the key. */
export interface KeyEntry {
  /** Distinguishes keys, even if two keys have the same label. It is not the key itself. */
  readonly id: number;
  readonly company: SampleCompany;
  readonly label: string;
  readonly state: KeyState;
}

const FORBIDDEN = {
  inactive: ["company_inactive", "The company of this API key is not active."],
  not_pro: ["plan_required", "The company of this API key is not on a Pro or Enterprise plan."],
  no_scope: ["missing_scope", "This API key lacks the scope to read inventory."],
} as const;

/** The keys of the service, and the rights of each. */
export class KeyRing {
  readonly #keys = new Map<string, KeyEntry>();

  add(key: string, entry: Omit<KeyEntry, "id">): void {
    this.#keys.set(key, { ...entry, id: this.#keys.size });
  }

  /** @throws Error for an unknown key, because otherwise a misspelt key in a test would go unnoticed. */
  setState(key: string, state: KeyState): void {
    const entry = this.#keys.get(key);
    if (entry === undefined) throw new Error("the sample service has no such key");
    this.#keys.set(key, { ...entry, state });
  }

  /** Finds the key of an Authorization header, in any state. */
  find(authorization: string | undefined): KeyEntry | undefined {
    const key = bearerToken(authorization);
    return key === undefined ? undefined : this.#keys.get(key);
  }

  /** Finds the key of a request. @throws ServiceError 401 or 403 if it may not read. */
  authorize(request: IncomingMessage): KeyEntry {
    const entry = this.#keys.get(keyOf(request));
    if (entry === undefined) throw unknownKey();
    if (entry.state === "revoked") throw unauthorized("The API key has been revoked.");
    if (entry.state === "active") return entry;
    const [code, message] = FORBIDDEN[entry.state];
    throw new ServiceError(403, code, message);
  }
}
