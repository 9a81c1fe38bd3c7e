import { POLICY } from "../messages.ts";
import { AppFailure, againstPolicy, said } from "../../../shared/base/errors.ts";
import type { Policy } from "../../../shared/base/policy.ts";
import { isLoopbackOrigin, normalizeBaseUrl } from "../connection-input.ts";

/** The origins that the user has confirmed. */
interface ConfirmedOrigins {
  confirmedOrigins(): Promise<readonly string[]>;
  saveConfirmedOrigins(origins: readonly string[]): Promise<void>;
}

export interface OriginGateOptions {
  readonly policy: Policy;
  readonly userData: ConfirmedOrigins;
  /** Asks the user whether an origin may receive keys and tokens. The dialog is not part of the page. */
  confirmOrigin(origin: string): Promise<boolean>;
}

/**
 * Decides whether an origin may receive keys and tokens.
 * @security a compromised page could name any address and token in its calls. So before the first request to an origin,
 * a dialog of the main process names the origin and asks the user for consent. An origin on this computer needs no
 * consent.
 */
export class OriginGate {
  readonly #options: OriginGateOptions;
  /** Settles when the last dialog closes. A new dialog waits for this, because only one dialog is shown at a time. */
  #asking: Promise<unknown> = Promise.resolve();

  constructor(options: OriginGateOptions) {
    this.#options = options;
  }

  /**
   * Allows a request to an address. Asks the user if needed.
   * @param url the normalised address.
   * @throws AppFailure `policy` if an administrator has set another address, `cancelled` if the user does not confirm.
   */
  async require(url: string): Promise<void> {
    const { policy } = this.#options;
    requireBaseUrl(policy, url);
    const { origin } = new URL(url);
    if (policy.baseUrl !== undefined || isLoopbackOrigin(origin)) return;
    const asked = this.#asking.then(() => this.#ask(origin));
    this.#asking = asked.catch(() => undefined);
    await asked;
  }

  async #ask(origin: string): Promise<void> {
    const { userData } = this.#options;
    const confirmed = await userData.confirmedOrigins();
    if (confirmed.includes(origin)) return;
    if (!(await this.#options.confirmOrigin(origin)))
      throw new AppFailure({
        kind: "cancelled",
        ...said(POLICY.notConfirmed({ origin })),
      });
    await userData.saveConfirmedOrigins([...confirmed, origin]);
  }
}

/** Whether the policy allows a base URL. @throws AppFailure `invalid_input` for an unusable URL. */
export const isAllowedBaseUrl = ({ baseUrl: fixed }: Pick<Policy, "baseUrl">, baseUrl: string): boolean =>
  fixed === undefined || normalizeBaseUrl(baseUrl) === fixed;

/**
 * Refuses a base URL that the policy does not allow. @throws AppFailure `policy`; `invalid_input` for an unusable URL.
 */
export function requireBaseUrl({ baseUrl: fixed }: Policy, baseUrl: string): void {
  if (isAllowedBaseUrl({ baseUrl: fixed }, baseUrl)) return;
  throw againstPolicy(POLICY.baseUrl({ url: String(fixed) }));
}
