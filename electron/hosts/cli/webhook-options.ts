import {
  EVENT_PRESETS,
  eventSchemeSchema,
  PRESET_NAMES,
  type EventScheme,
} from "../../../shared/features/collector/webhook-events.ts";
import { oneOf } from "./arguments.ts";
import { UsageError } from "./exit-code.ts";
import { readSecretFile } from "./find-key.ts";
import type { Terminal } from "./terminal.ts";

const SCHEME_NAMES = Object.keys(eventSchemeSchema.shape) as readonly (keyof EventScheme)[];
/** The parts of a scheme that only signatures over id and time need. */
const TIMED: ReadonlySet<keyof EventScheme> = new Set(["idHeader", "timestampHeader", "toleranceSeconds"]);

/**
 * Builds a signature scheme from a preset and the values of `--scheme`. The specification defines no scheme, so without
 * a preset every value is required.
 * @throws UsageError that names the missing or wrong value.
 */
export function readScheme(preset: string | undefined, values: readonly string[]): EventScheme {
  const base = preset === undefined ? {} : EVENT_PRESETS[oneOf(preset, "preset", PRESET_NAMES)];
  const given: Partial<Record<keyof EventScheme, string | number>> = {
    ...base,
    ...Object.fromEntries(values.map(readValue)),
  };
  const isTimed = given.signed !== "body";
  const missing = SCHEME_NAMES.filter((name) => given[name] === undefined && (isTimed || !TIMED.has(name)));
  if (missing.length > 0)
    throw new UsageError(
      `how the service signs is not known: give --preset ${PRESET_NAMES.join(" or ")}, or also ${missing.map((name) => `--scheme ${name}=…`).join(" ")}`,
    );
  const untimed = isTimed ? {} : { idHeader: "", timestampHeader: "", toleranceSeconds: 300 };
  const { data, error } = eventSchemeSchema.safeParse({ ...untimed, ...given });
  const [issue] = error?.issues ?? [];
  if (!data) throw new UsageError(`--scheme ${String(issue?.path[0])}: ${issue?.message}`);
  return data;
}

function readValue(text: string): readonly [string, string | number] {
  const [, name = "", value = ""] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
  if (!SCHEME_NAMES.some((known) => known === name))
    throw new UsageError(`--scheme takes name=value with a name of ${SCHEME_NAMES.join(", ")}`);
  if (name.endsWith("Header")) return [name, value.toLowerCase()];
  return [name, name === "toleranceSeconds" ? Number(value) : value];
}

/**
 * Finds the secrets with which the service signs: the lines of a file, else the values of the environment. From then
 * on, the terminal removes them from every line about a defect.
 * @param file the path in `--secret-file`; undefined without this option.
 * @throws UsageError if there are no secrets, or for a file that cannot be used.
 */
export function findSecrets(terminal: Terminal, file: string | undefined): readonly string[] {
  const text = file === undefined ? terminal.environmentSecrets : readSecretFile("secret-file", file);
  const secrets = linesOf(text ?? "");
  for (const secret of secrets) terminal.keepSecret(secret);
  if (secrets.length === 0)
    throw new UsageError(
      "there is no secret to verify events with: give --secret-file, or set STOCKDECK_EVENT_SECRET",
    );
  return secrets;
}

/** The lines of a text, without empty lines. */
export const linesOf = (text: string): readonly string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
