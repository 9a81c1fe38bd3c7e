import { AppFailure, againstPolicy } from "../../../shared/base/errors.ts";
import type { Policy } from "../../../shared/features/policy/policy.ts";
import { isLoopbackOrigin, normalizeBaseUrl } from "../../client/connection-input.ts";
import type { UserData } from "../../store/user-data/user-data.ts";

export interface OriginGateOptions {
  readonly policy: Policy;
  readonly userData: Pick<UserData, "confirmedOrigins" | "saveConfirmedOrigins">;
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
   * @throws AppFailure `policy` if an administrator has set other addresses, `cancelled` if the user does not confirm.
   */
  async require(url: string): Promise<void> {
    if (this.isForbidden(url)) {
      const message = `Your administrator allows these addresses: ${this.#named.join(", ")}. No other may be used.`;
      throw againstPolicy(message);
    }
    const { origin } = new URL(url);
    if (this.#named.length > 0 || isLoopbackOrigin(origin)) return;
    const asked = this.#asking.then(() => this.#ask(origin));
    this.#asking = asked.catch(() => undefined);
    await asked;
  }

  /** Whether an administrator has set addresses without this one. @param url normalised; empty without one. */
  isForbidden(url: string): boolean {
    if (url === "" || this.#named.length === 0) return false;
    return !this.#named.some((named) => new URL(named).origin === new URL(url).origin);
  }

  get #named(): readonly string[] {
    const { baseUrl, relayUrl } = this.#options.policy;
    return [baseUrl, relayUrl].filter((url) => url !== undefined);
  }

  async #ask(origin: string): Promise<void> {
    const { userData } = this.#options;
    const confirmed = await userData.confirmedOrigins();
    if (confirmed.includes(origin)) return;
    if (!(await this.#options.confirmOrigin(origin)))
      throw new AppFailure({
        kind: "cancelled",
        message: `Nothing was sent to ${origin}: it was not confirmed.`,
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
  throw againstPolicy(`Your administrator has set the base URL to ${fixed}. No other may be used.`);
}
