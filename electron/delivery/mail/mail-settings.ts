import { createHash, randomUUID } from "node:crypto";
import fs from "node:fs/promises";
import { z } from "zod";
import { againstPolicy, invalidInput } from "../../../shared/base/errors.ts";
import { parseJson } from "../../../shared/base/text/json.ts";
import type { CallInput, CallOutput } from "../../../shared/contract/contract.ts";
import { mailServerSchema, type MailServer, type MailState } from "../../../shared/delivery/mail.ts";
import type { Policy } from "../../../shared/base/policy.ts";
import type { KeyVault, ConnectionKey } from "../../base/keychain/key-vault.ts";
import { forgetting } from "../../base/keychain/keychain.ts";
import { PASSWORD_PROBLEMS } from "../../base/keychain/messages.ts";
import { oneAtATime } from "../../base/one-at-a-time.ts";
import type { UserDatabase } from "../../store/user-data/user-database.ts";
import type { Remote } from "../../store/database/worker-rpc.ts";
import { FAILURE_TEXTS, REFUSALS } from "./messages.ts";
import { mailError } from "./mail-job.ts";
import type { Access } from "./smtp.ts";
import type { MailError } from "../../../shared/delivery/mail.ts";

/** The name under which the user database stores the settings. They are in no backup. */
export const MAIL_ENTRY = "mail";
const MAX_CERTIFICATE_BYTES = 1_000_000;

const savedSchema = z.strictObject({ server: mailServerSchema, authority: z.string().nullable() });
type Saved = Readonly<z.infer<typeof savedSchema>>;

export interface MailSettingsOptions {
  readonly policy: Policy;
  readonly vault: KeyVault;
  readonly store: Pick<Remote<UserDatabase>, "get" | "set">;
  /** Asks the user outside the page whether mail may be sent to a server. Absent if mail cannot be set up here. */
  readonly confirmMailServer?: (server: string) => Promise<boolean>;
  /** Asks the user for a file of certificate authorities; null if the user cancels. */
  chooseAuthority?(): Promise<string | null>;
  /** Receives the settings after each change. */
  onState(state: MailState): void;
}

/**
 * The mail server of the whole app, and its password in the keychain.
 * @security the page sets the password and never reads it. The password is sent only to the server and with the user
 * name for which it was set. The user confirms each new server outside the page.
 */
export class MailSettings {
  readonly #options: MailSettingsOptions;
  readonly #change = oneAtATime();
  /** The files of authorities that the user chose, by the tokens for the page. */
  readonly #chosen = new Map<string, string>();

  constructor(options: MailSettingsOptions) {
    this.#options = options;
  }

  /** The settings for the page. */
  async state(): Promise<MailState> {
    const { policy } = this.#options;
    const saved = await this.#saved();
    const { authority = null, ...fixed } = policy.mail?.server ?? {};
    const password = saved && (await this.#password(saved.server));
    return {
      server: saved?.server ?? null,
      authority: saved === null ? authority : saved.authority,
      password: placeOf(password),
      problem: password?.problem ?? null,
      allowed: policy.mail?.allowed !== false,
      fixed: "host" in fixed ? fixed : null,
    };
  }

  /**
   * Saves the server, or switches mail off.
   * @throws AppFailure `policy`; `invalid_input` if the user does not confirm the server; `keychain` if the password
   * may remain in the keychain.
   */
  save({ server, authority }: CallInput<"saveMail">): Promise<MailState> {
    return this.#changing(async () => {
      const former = await this.#saved();
      const saved = server === null ? null : await this.#newSettings(server, authority, former);
      const account = server && accountOf(server);
      if (former === null || account !== accountOf(former.server)) {
        // The former password is deleted last, so that a refused change keeps it.
        if (former) await this.#forget(former.server);
        if (account !== null) this.#options.vault.noteNew(account);
      }
      await this.#options.store.set(MAIL_ENTRY, saved && JSON.stringify(saved));
    });
  }

  /** Asks the user for a file of authorities. @throws AppFailure `invalid_input` for a file without certificates. */
  async chooseAuthority(): Promise<CallOutput<"chooseMailAuthority">> {
    if (!this.#options.chooseAuthority) throw invalidInput(REFUSALS.notHere);
    const path = await this.#options.chooseAuthority();
    if (path === null) return { chosen: null };
    if ((await readCertificates(path)) === null) throw invalidInput(REFUSALS.noCertificates);
    const file = randomUUID();
    this.#chosen.set(file, path);
    return { chosen: { file, path } };
  }

  /** Stores the password. @throws AppFailure `invalid_input` if no server is set. */
  setPassword({ password }: CallInput<"setMailPassword">): Promise<MailState> {
    return this.#changing(async () => {
      const saved = await this.#saved();
      if (!saved) throw invalidInput(REFUSALS.noServer);
      requireMailServer(this.#options.policy, saved.server);
      await this.#options.vault.store(accountOf(saved.server), VAULT_ORIGIN, password, PASSWORD_PROBLEMS);
    });
  }

  /** Deletes the password. @throws AppFailure `keychain` if the password may remain in the keychain. */
  forgetPassword(): Promise<MailState> {
    return this.#changing(async () => {
      const saved = await this.#saved();
      if (saved) await this.#forget(saved.server);
    });
  }

  /** Everything that a try needs, or the reason why no try is possible. */
  async access(): Promise<Access | MailError> {
    if (this.#options.policy.mail?.allowed === false) return mailError("policy");
    const saved = await this.#saved();
    if (!saved) return mailError("off");
    const authorities = saved.authority === null ? null : await readCertificates(saved.authority);
    if (saved.authority !== null && authorities === null) return mailError("tls", REFUSALS.noCertificates);
    if (saved.server.user === null) return { server: saved.server, password: null, authorities };
    const { key, problem } = await this.#password(saved.server);
    if (key === null) return problem === null ? mailError("password") : mailError("keychain", problem);
    return { server: saved.server, password: key, authorities };
  }

  async #saved(): Promise<Saved | null> {
    const saved = savedSchema.safeParse(parseJson(await this.#options.store.get(MAIL_ENTRY))).data ?? null;
    const fixed = this.#options.policy.mail?.server;
    if (!saved || !fixed) return saved;
    const { authority, ...server } = fixed;
    return { server: { ...saved.server, ...server }, authority: authority ?? null };
  }

  /** Makes the settings to save, after the user has confirmed a new address. @throws AppFailure as `save`. */
  async #newSettings(server: MailServer, authority: string, former: Saved | null): Promise<Saved> {
    requireMailServer(this.#options.policy, server);
    const file = authority === "keep" ? (former?.authority ?? null) : this.#fileOf(authority);
    if (addressOf(server) !== (former && addressOf(former.server))) await this.#confirm(addressOf(server));
    return { server, authority: file };
  }

  #password(server: MailServer): Promise<ConnectionKey> {
    return this.#options.vault.load(accountOf(server), VAULT_ORIGIN, PASSWORD_PROBLEMS);
  }

  /** Deletes a server's password. @throws AppFailure `keychain` if the password may remain in the keychain. */
  async #forget(server: MailServer): Promise<void> {
    await forgetting(() => this.#options.vault.forget(accountOf(server)), PASSWORD_PROBLEMS);
  }

  async #confirm(server: string): Promise<void> {
    const { policy, confirmMailServer } = this.#options;
    // A server that the administrator set needs no confirmation by the user.
    if (policy.mail?.server) return;
    if (!confirmMailServer) throw invalidInput(REFUSALS.notHere);
    if (!(await confirmMailServer(server))) throw invalidInput(REFUSALS.notConfirmed);
  }

  #fileOf(authority: string): string | null {
    if (authority === "usual") return null;
    const file = this.#chosen.get(authority);
    if (file === undefined) throw invalidInput(REFUSALS.noSuchFile);
    return file;
  }

  #changing(work: () => Promise<unknown>): Promise<MailState> {
    return this.#change(async () => {
      await work();
      const state = await this.state();
      this.#options.onState(state);
      return state;
    });
  }
}

/** Refuses a server against the policy. @throws AppFailure `policy` if mail may not be sent, or not by this server. */
export function requireMailServer({ mail }: Policy, { host, port, security }: MailServer): void {
  if (mail?.allowed === false) throw againstPolicy(FAILURE_TEXTS.policy);
  const fixed = mail?.server;
  const isOther =
    fixed?.host.toLowerCase() !== host.toLowerCase() || fixed.port !== port || fixed.security !== security;
  if (fixed && isOther) throw againstPolicy(REFUSALS.setByPolicy);
}

const placeOf = (found: ConnectionKey | null): MailState["password"] =>
  found === null || found.key === null ? "none" : found.place === "session" ? "session" : "keychain";

const addressOf = ({ host, port }: MailServer): string =>
  `${host.includes(":") ? `[${host}]` : host.toLowerCase()}:${port}`;

/** The keychain account for the password of a server and user. No connection has an id with a full stop. */
const accountOf = (server: MailServer): string => {
  const digest = createHash("sha256")
    .update(JSON.stringify([addressOf(server), server.user]))
    .digest("hex");
  return `mail.${digest.slice(0, 32)}`;
};

/** The vault binds each secret to an origin. For mail the account already names the server, so one origin is enough. */
const VAULT_ORIGIN = "https://mail.invalid";

/** The text of a file of certificates. Null if the file is unreadable or has no certificate. */
export async function readCertificates(file: string): Promise<string | null> {
  try {
    const { size } = await fs.stat(file);
    if (size > MAX_CERTIFICATE_BYTES) return null;
    const text = await fs.readFile(file, "utf8");
    return text.includes("-----BEGIN CERTIFICATE-----") ? text : null;
  } catch {
    return null;
  }
}
