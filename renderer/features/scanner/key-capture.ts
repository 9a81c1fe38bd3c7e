import { clock, type Timer } from "../../base/clock.ts";
import { assertNever } from "../../../shared/base/errors.ts";
import type { Scan } from "../../commands/scans.ts";
import { IDLE, isChord, recognise, type RecogniserState } from "./recogniser.ts";
import {
  restoreField,
  snapshotOf,
  takesScansAsText,
  textFieldOf,
  typeInto,
  type FieldSnapshot,
  type TextField,
} from "./typed-text.ts";

interface CaptureOptions {
  /** The longest time between two keys of a scan, in ms. */
  readonly gapMs: () => number;
  readonly onScan: (scan: Scan) => void;
}

/**
 * Ms of silence after which fast keys without an end key are not a scan. The time is this long because a busy computer
 * may receive a scan's keys late. Nobody types this fast, so users do not notice the wait.
 */
const SCAN_SILENCE_MS = 300;

/** The ms by which a timer may be late. A timer that is later shows that the page was busy. */
const BUSY_MS = 8;

/** A key press that waits before it takes effect. */
interface WaitingKey {
  readonly event: KeyboardEvent;
  /** The field that had the focus; null if the focus was not in a field. */
  readonly field: TextField | null;
  /** Whether the page already got the key press, so that only its character is missing. */
  readonly isHandled: boolean;
}

/**
 * Recognises scans among all key presses of the page. The first characters go into a field at once, and are removed if
 * the next characters follow as fast as only a scanner sends them. Plain keys outside fields wait before they take
 * effect.
 */
export class KeyCapture {
  readonly #options: CaptureOptions;
  #state: RecogniserState = IDLE;
  /** Snapshots of the fields that received characters of the run, taken before these characters. */
  #fields: FieldSnapshot[] = [];
  /** The keys of the run whose characters are in the fields of `#fields`. */
  #typed: Omit<WaitingKey, "isHandled">[] = [];
  #waiting: readonly WaitingKey[] = [];
  /** The events of keys that waited and take effect now. */
  readonly #released = new WeakSet<Event>();
  #timer: Timer | null = null;

  constructor(options: CaptureOptions) {
    this.#options = options;
  }

  /** Listens to the keys of a window. @returns a function that stops listening. */
  listenTo(target: Window): () => void {
    const listening = new AbortController();
    const { signal } = listening;
    target.addEventListener("keydown", (event) => this.#onKey(event), { capture: true, signal });
    return () => {
      listening.abort();
      this.#release();
      this.#state = IDLE;
    };
  }

  #onKey(event: KeyboardEvent): void {
    if (this.#released.has(event)) return;
    const { state, step } = takesScansAsText(event.target)
      ? ({ state: IDLE, step: "broke" } as const)
      : recognise(this.#state, event, this.#options.gapMs());
    this.#state = state;
    switch (step) {
      case "began":
        this.#release();
        this.#fields = [];
        this.#typed = [];
        return this.#takeCharacter(event, true);
      case "grew":
        return this.#takeCharacter(event, false);
      case "scanned":
        withhold(event);
        return this.#finish(event);
      case "repeated end":
        return withhold(event);
      case "broke":
        return this.#releaseBefore(event);
      case "passed":
        return undefined;
      default:
        return assertNever(step, "unknown step of the recogniser");
    }
  }

  /** Lets a character go into its field, or makes it wait. */
  #takeCharacter(event: KeyboardEvent, isFirst: boolean): void {
    const field = textFieldOf(event.target);
    if (this.#state.name === "scanning") this.#takeBack();
    else if (field) {
      this.#noteField(field);
      this.#typed.push({ event, field });
      return;
    }
    // No code begins with a space, so a single space presses its button without waiting.
    if (isFirst && event.key === " ") return;
    withhold(event);
    this.#waiting = [...this.#waiting, { event, field, isHandled: false }];
    this.#waitForMore(this.#state.name === "scanning" ? SCAN_SILENCE_MS : this.#options.gapMs());
  }

  #noteField(field: TextField): void {
    if (!this.#fields.some((snapshot) => snapshot.field === field)) this.#fields.push(snapshotOf(field));
  }

  /** Removes the characters of the run from their fields. Then these characters wait like characters outside fields. */
  #takeBack(): void {
    if (this.#typed.length === 0) return;
    for (const snapshot of this.#fields) restoreField(snapshot);
    this.#waiting = [...this.#typed.map((key) => ({ ...key, isHandled: true })), ...this.#waiting];
    this.#typed = [];
  }

  #finish(end: KeyboardEvent): void {
    this.#timer?.stop();
    this.#takeBack();
    this.#waiting = [];
    if (this.#state.name !== "ended") return;
    const { text, largestGapMs } = this.#state.run;
    this.#options.onScan({ text, largestGapMs, isCapsLockOn: end.getModifierState("CapsLock") });
  }

  /**
   * Lets the waiting keys take effect after a silence. If the page was busy meanwhile, further keys may not have
   * reached it yet.
   */
  #waitForMore(ms: number): void {
    this.#timer?.stop();
    const due = clock.monotonic() + ms;
    this.#timer = clock.after(ms, () => {
      if (clock.monotonic() - due > BUSY_MS) this.#waitForMore(ms);
      else this.#release();
    });
  }

  /** Lets the waiting keys take effect as if they were pressed now. */
  #release(): void {
    this.#timer?.stop();
    const keys = this.#waiting;
    this.#waiting = [];
    for (const key of keys) this.#press(key);
  }

  /**
   * Lets the waiting keys take effect before a key that ends their run. If the waiting keys move the focus, that key
   * goes to the new focus.
   */
  #releaseBefore(event: KeyboardEvent): void {
    const former = document.activeElement;
    this.#release();
    const { activeElement } = document;
    if (activeElement === null || activeElement === former) return;
    withhold(event);
    this.#dispatchAgain(event, activeElement);
  }

  /** Dispatches a withheld key to an element. @returns whether the key's default action should follow. */
  #dispatchAgain(event: KeyboardEvent, target: Element): boolean {
    const again = new KeyboardEvent("keydown", copyOf(event));
    this.#released.add(again);
    return target.dispatchEvent(again);
  }

  #press({ event, field: own, isHandled }: WaitingKey): void {
    // A key outside a field goes to the present focus, which an earlier key may have moved.
    const target = own ?? document.activeElement ?? document.body;
    if (!isHandled && !this.#dispatchAgain(event, target)) return;
    if (isChord(event)) return;
    const field = own ?? textFieldOf(document.activeElement);
    if (field) {
      this.#noteField(field);
      this.#typed.push({ event, field });
      typeInto(field, event.key);
    } else if (event.key === " " && target instanceof HTMLElement && target.matches(PRESSED_BY_SPACE))
      target.click();
  }
}

/** Elements that the space key presses. */
const PRESSED_BY_SPACE = "button, summary, input[type=checkbox], input[type=radio]";

function withhold(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

function copyOf(key: KeyboardEvent): KeyboardEventInit {
  const { code, shiftKey, ctrlKey, altKey, metaKey, location } = key;
  return {
    key: key.key,
    code,
    shiftKey,
    ctrlKey,
    altKey,
    metaKey,
    location,
    bubbles: true,
    cancelable: true,
    composed: true,
  };
}
