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
  /** Asks the user whether an origin may receive keys and tokens. The dialog is outside the page. */
  confirmOrigin(origin: string): Promise<boolean>;
}

/**
 * Decides whether an origin may receive keys and tokens.
 * @security a compromised page could name any address and token in its calls. The first request to an origin therefore
 * needs the user's consent in a dialog of the main process, which names the origin. This computer needs no consent.
 */
export class OriginGate {
  readonly #options: OriginGateOptions;
  /** Settles when the last dialog closes. A new dialog waits for it, because only one is shown at a time. */
  #asking: Promise<unknown> = Promise.resolve();

  constructor(options: OriginGateOptions) {
    this.#options = options;
  }

  /**
   * Allows a request to an address, asking the user if needed.
   * @param url normalised.
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

/** Whether an administrator has set no other base URL. @throws AppFailure `invalid_input` for an unusable URL. */
export const isAllowedBaseUrl = ({ baseUrl: fixed }: Pick<Policy, "baseUrl">, baseUrl: string): boolean =>
  fixed === undefined || normalizeBaseUrl(baseUrl) === fixed;

/** @throws AppFailure `policy` if an administrator has set another base URL; `invalid_input` for an unusable URL. */
export function requireBaseUrl({ baseUrl: fixed }: Policy, baseUrl: string): void {
  if (isAllowedBaseUrl({ baseUrl: fixed }, baseUrl)) return;
  throw againstPolicy(POLICY.baseUrl({ url: String(fixed) }));
}
