import type { Sentence } from "../../../shared/base/text/texts.ts";
import { isViewLink, VIEW_FILE_SUFFIX } from "../../../shared/features/views/view-share.ts";
import { START_REFUSALS } from "./messages.ts";

/** The arguments with which the app was started, after parsing. */
export type StartArguments =
  | {
      readonly kind: "window";
      readonly link: string | null;
      readonly file: string | null;
      /** Whether the app starts in the tray, without a window. */
      readonly isHidden: boolean;
    }
  | { readonly kind: "headless"; readonly words: readonly string[] }
  | { readonly kind: "refused"; readonly sentence: Sentence };

/** The switch for running a command. Chromium reads it too, and then needs no display. */
const SWITCH = "--headless";
/** The option with which the system starts the app at login. */
export const HIDDEN_OPTION = "--hidden";
/** The end of the options, also for Chromium. The system passes links after this argument. */
const END = "--";
/** A link in any spelling that a program or the Windows shell may use. */
const LINK = /^[\s"'`]*stockdeck:/i;

/**
 * Reads the arguments of a start, or of a second start.
 * @param argv the arguments with the path of the program, like `process.argv`.
 * @param isPackaged false in development, in which the app's folder is an argument too.
 * @security any web page can start the app with a link. If the system inserts the link into a command line without
 * quotes, the link may add options.
 */
export function readArguments(
  argv: readonly string[],
  isPackaged: boolean,
  platform: NodeJS.Platform,
): StartArguments {
  const args = argv.slice(1);
  if (args.some((arg) => arg.includes("\0"))) return refused(START_REFUSALS.nul);
  const options = beforeEnd(args);
  const links = args.filter((arg) => LINK.test(arg));
  const headless = options.filter((arg) => isHeadless(arg, platform));
  if (headless.length > 0) {
    if (headless.some((arg) => arg !== SWITCH)) return refused(START_REFUSALS.spelling({ option: SWITCH }));
    if (links.length > 0) return refused(START_REFUSALS.withLink({ option: SWITCH }));
    return readHeadless(args, isPackaged, platform);
  }
  const link = options.findIndex((arg) => LINK.test(arg));
  if (link >= 0 && options.slice(link).some((arg) => isOption(arg, platform)))
    return refused(START_REFUSALS.optionAfterLink);
  const [only] = links;
  if (links.length > 0) return opened({ link: links.length === 1 && only && isViewLink(only) ? only : null });
  const file = viewFileIn(args, options);
  return opened({ file, isHidden: file === null && options.includes(HIDDEN_OPTION) });
}

/**
 * The only view file after the options, if the system passes files. It is a path or a `file:` address. Null if there is
 * no view file, or more than one.
 */
function viewFileIn(args: readonly string[], options: readonly string[]): string | null {
  const files = args.slice(options.length).filter((arg) => arg.endsWith(VIEW_FILE_SUFFIX));
  return files.length === 1 ? (files[0] ?? null) : null;
}

/** The arguments before the first `--`. Chromium reads options only from these. */
export function beforeEnd(args: readonly string[]): readonly string[] {
  const end = args.indexOf(END);
  return end < 0 ? args : args.slice(0, end);
}

/** The name of an option as Chromium reads it, in lower case; null if the argument is not an option. */
export function optionName(arg: string, platform: NodeJS.Platform): string | null {
  // Chromium trims every argument. On Windows it also accepts a slash instead of a dash.
  const [, name] = (platform === "win32" ? /^(?:-+|\/)([^=]+)/ : /^-+([^=]+)/).exec(arg.trim()) ?? [];
  return name?.toLowerCase() ?? null;
}

function readHeadless(
  args: readonly string[],
  isPackaged: boolean,
  platform: NodeJS.Platform,
): StartArguments {
  const at = args.indexOf(SWITCH);
  const others = args.slice(0, at).filter((arg) => !isOption(arg, platform));
  // In development, the app's folder is the only other argument that is allowed.
  if (others.length > (isPackaged ? 0 : 1)) return refused(START_REFUSALS.before({ option: SWITCH }));
  const words = args.slice(at + 1);
  return { kind: "headless", words: words[0] === END ? words.slice(1) : words };
}

function isOption(arg: string, platform: NodeJS.Platform): boolean {
  return optionName(arg, platform) !== null;
}

function isHeadless(arg: string, platform: NodeJS.Platform): boolean {
  return optionName(arg, platform) === "headless";
}

function opened(
  more: Partial<Omit<Extract<StartArguments, { readonly kind: "window" }>, "kind">>,
): StartArguments {
  return { kind: "window", link: null, file: null, isHidden: false, ...more };
}

function refused(sentence: Sentence): StartArguments {
  return { kind: "refused", sentence };
}
