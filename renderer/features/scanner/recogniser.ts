import { SEPARATORS } from "../../../shared/features/scanner/scan-pattern.ts";

/** The fewest characters of a scan. */
export const SHORTEST_SCAN_CHARACTERS = 4;

/** The parts of a key press on which a scan depends. */
export type KeyPress = Pick<
  KeyboardEvent,
  | "key"
  | "code"
  | "timeStamp"
  | "repeat"
  | "ctrlKey"
  | "altKey"
  | "metaKey"
  | "isComposing"
  | "getModifierState"
>;

/** A sequence of keys that a scanner may have sent. */
export interface KeyRun {
  readonly text: string;
  /** The time stamp of the last key, in ms. */
  readonly lastMs: number;
  readonly largestGapMs: number;
}

/** The state of the recogniser. */
export type RecogniserState =
  | { readonly name: "idle" }
  /** The run has too few characters for a scan yet. */
  | { readonly name: "candidate"; readonly run: KeyRun }
  /** The run has enough fast characters: only a scanner sends them. */
  | { readonly name: "scanning"; readonly run: KeyRun }
  /** A scan has ended. Some scanners send a second Enter. */
  | { readonly name: "ended"; readonly run: KeyRun }
  /** The run was not a scan. Keys that follow without a pause belong to the run, so they are not a scan either. */
  | { readonly name: "broken"; readonly run: KeyRun };

export const IDLE: RecogniserState = { name: "idle" };

/** A key press, as the recogniser sees it. A fast key follows the last key within the gap. */
type RecogniserEvent =
  | "first character"
  | "fast character"
  /** GS, RS or EOT: the characters that separate the parts of a code. */
  | "fast separator"
  /** STX or ETX around a code, or LF after a code. */
  | "fast frame"
  | "fast end"
  | "fast modifier"
  | "fast stop"
  | "stop";

/** The effect of a key press on the run of keys. */
export type RecogniserStep =
  /** A new run began with this character. */
  | "began"
  /** The character continues the run. */
  | "grew"
  /** The run was a scan, and this key ended it. */
  | "scanned"
  /** Another end key after a scan, or the end key of a broken run. */
  | "repeated end"
  /** The key works as usual: it is a modifier, or not part of a scan. */
  | "passed"
  /** The run turned out not to be a scan. */
  | "broke";

type Next = readonly [state: RecogniserState["name"], step: RecogniserStep];

/**
 * The transitions of the recogniser by state and event. In addition, a candidate with enough characters becomes
 * `scanning`.
 */
const TRANSITIONS: Readonly<Record<RecogniserState["name"], Readonly<Record<RecogniserEvent, Next>>>> = {
  idle: {
    "first character": ["candidate", "began"],
    "fast character": ["candidate", "began"],
    "fast separator": ["idle", "passed"],
    "fast frame": ["idle", "passed"],
    "fast end": ["idle", "passed"],
    "fast modifier": ["idle", "passed"],
    "fast stop": ["idle", "passed"],
    stop: ["idle", "passed"],
  },
  candidate: {
    "first character": ["candidate", "began"],
    "fast character": ["candidate", "grew"],
    // Nobody types a separator this fast, so a scanner must have sent it.
    "fast separator": ["scanning", "grew"],
    "fast frame": ["broken", "broke"],
    "fast end": ["idle", "broke"],
    "fast modifier": ["candidate", "passed"],
    "fast stop": ["broken", "broke"],
    stop: ["idle", "broke"],
  },
  scanning: {
    "first character": ["candidate", "began"],
    "fast character": ["scanning", "grew"],
    "fast separator": ["scanning", "grew"],
    "fast frame": ["scanning", "grew"],
    "fast end": ["ended", "scanned"],
    "fast modifier": ["scanning", "passed"],
    "fast stop": ["broken", "broke"],
    stop: ["idle", "broke"],
  },
  ended: {
    "first character": ["candidate", "began"],
    "fast character": ["candidate", "began"],
    "fast separator": ["ended", "repeated end"],
    "fast frame": ["ended", "repeated end"],
    "fast end": ["ended", "repeated end"],
    "fast modifier": ["ended", "passed"],
    "fast stop": ["idle", "passed"],
    stop: ["idle", "passed"],
  },
  broken: {
    "first character": ["candidate", "began"],
    "fast character": ["broken", "passed"],
    "fast separator": ["broken", "passed"],
    "fast frame": ["broken", "repeated end"],
    // The Enter at the end of the code must not press a button or open anything.
    "fast end": ["broken", "repeated end"],
    "fast modifier": ["broken", "passed"],
    "fast stop": ["broken", "passed"],
    stop: ["idle", "passed"],
  },
};

/**
 * Finds the state after a key press, and the effect on the run.
 * @param gapMs the longest time between two keys of a scan.
 */
export function recognise(
  state: RecogniserState,
  press: KeyPress,
  gapMs: number,
): { readonly state: RecogniserState; readonly step: RecogniserStep } {
  const last = state.name === "idle" ? null : state.run;
  // Browsers round time stamps to fractions of a ms, so a measured gap may be slightly too long.
  const gap = last === null ? Number.POSITIVE_INFINITY : Math.round(press.timeStamp - last.lastMs);
  const [name, step] = TRANSITIONS[state.name][eventOf(press, gap <= gapMs)];
  if (name === "idle") return { state: IDLE, step };
  const run: KeyRun =
    last === null || step === "began"
      ? { text: press.key, lastMs: press.timeStamp, largestGapMs: 0 }
      : {
          text: step === "grew" ? last.text + characterOf(press) : last.text,
          lastMs: press.timeStamp,
          largestGapMs: step === "repeated end" ? last.largestGapMs : Math.max(last.largestGapMs, gap),
        };
  const isLong = name === "candidate" && run.text.length >= SHORTEST_SCAN_CHARACTERS;
  return { state: { name: isLong ? "scanning" : name, run }, step };
}

/**
 * Modifiers that a scanner presses to send a character. On Windows, AltGr also presses Control. Other modifiers, such
 * as Alt, end a run.
 */
const SCANNER_MODIFIERS: ReadonlySet<string> = new Set([
  "Shift",
  "AltGraph",
  "Control",
  "CapsLock",
  "NumLock",
]);

interface ControlKey {
  readonly key: string;
  /** The key's position on an American keyboard, which most scanners assume. */
  readonly code: string;
  readonly event: RecogniserEvent;
  /** The text that the key adds to its run. */
  readonly text: string;
}

/**
 * The characters that scanners send as Control and another key (ASCII: GS is Control and "]"). STX, ETX and LF are not
 * part of a code; CR and TAB end it.
 */
const CONTROL_KEYS: readonly ControlKey[] = [
  { key: "]", code: "BracketRight", event: "fast separator", text: SEPARATORS.GS },
  { key: "^", code: "Digit6", event: "fast separator", text: SEPARATORS.RS },
  { key: "d", code: "KeyD", event: "fast separator", text: SEPARATORS.EOT },
  { key: "b", code: "KeyB", event: "fast frame", text: "" },
  { key: "c", code: "KeyC", event: "fast frame", text: "" },
  { key: "j", code: "KeyJ", event: "fast frame", text: "" },
  { key: "m", code: "KeyM", event: "fast end", text: "" },
  { key: "i", code: "KeyI", event: "fast end", text: "" },
];

function controlOf(press: KeyPress): ControlKey | undefined {
  if (!press.ctrlKey || press.altKey || press.metaKey) return undefined;
  const pressed = press.key.toLowerCase();
  return CONTROL_KEYS.find(({ key, code }) => key === pressed || code === press.code);
}

/** The text that a key adds to its run. */
const characterOf = (press: KeyPress): string => controlOf(press)?.text ?? press.key;

/** Whether a modifier makes a key a command instead of a character. */
export function isChord(press: KeyPress): boolean {
  return (press.ctrlKey || press.altKey || press.metaKey) && !press.getModifierState("AltGraph");
}

function eventOf(press: KeyPress, isFast: boolean): RecogniserEvent {
  const stop = isFast ? "fast stop" : "stop";
  if (press.repeat || press.isComposing) return stop;
  if (SCANNER_MODIFIERS.has(press.key)) return isFast ? "fast modifier" : "stop";
  if (isChord(press)) return (isFast ? controlOf(press)?.event : undefined) ?? stop;
  if (press.key === "Enter" || press.key === "Tab")
    return isFast && !press.getModifierState("Shift") ? "fast end" : stop;
  if (Array.from(press.key).length !== 1) return stop;
  return isFast ? "fast character" : "first character";
}
