/** A field in which a pressed key enters text. */
export type TextField = HTMLInputElement | HTMLTextAreaElement;

/** Types of input elements that letters do not enter. */
const NOT_TEXT = /^(button|checkbox|color|file|image|radio|range|reset|submit)$/;

/** The field that receives the characters of a key press; null if the key enters no text there. */
export function textFieldOf(target: EventTarget | null): TextField | null {
  const isField =
    target instanceof HTMLTextAreaElement
    || (target instanceof HTMLInputElement && !NOT_TEXT.test(target.type));
  return isField && !target.readOnly && !target.disabled ? target : null;
}

/** Whether a field takes scans as text, such as the field of an API key. Its text is shown nowhere else. */
export function takesScansAsText(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("[data-scans-as-text], [type=password]") !== null;
}

/** The text and selection of a field before characters were typed into it. */
export interface FieldSnapshot {
  readonly field: TextField;
  readonly value: string;
  /** The selection; null for fields whose selection cannot be read, such as dates. */
  readonly selection:
    readonly [start: number, end: number, direction: "forward" | "backward" | "none"] | null;
}

/** Reads a field's text and selection. */
export function snapshotOf(field: TextField): FieldSnapshot {
  const { value, selectionStart, selectionEnd, selectionDirection } = field;
  const hasSelection = selectionStart !== null && selectionEnd !== null;
  return {
    field,
    value,
    selection: hasSelection ? [selectionStart, selectionEnd, selectionDirection ?? "none"] : null,
  };
}

/** Undoes all input into a field since its snapshot. The page gets an input event, as for any other input. */
export function restoreField({ field, value, selection }: FieldSnapshot): void {
  // A date field that is not completely filled has no value, although it contains characters.
  if (field.value === value && selection !== null) return;
  setValue(field, value);
  if (selection) field.setSelectionRange(...selection);
  report(field, "deleteContentBackward", null);
}

/** Types a character into a field at its selection, as pressing the key would do. */
export function typeInto(field: TextField, character: string): void {
  const { value, selectionStart, selectionEnd, maxLength } = field;
  const replaced = selectionStart === null || selectionEnd === null ? 0 : selectionEnd - selectionStart;
  if (maxLength >= 0 && value.length - replaced >= maxLength) return;
  if (selectionStart === null || selectionEnd === null) setValue(field, value + character);
  else field.setRangeText(character, selectionStart, selectionEnd, "end");
  report(field, "insertText", character);
}

/**
 * Sets the value of a field without React's own setter. After a call of React's setter, React would report no change.
 */
function setValue(field: TextField, value: string): void {
  const type = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  Object.getOwnPropertyDescriptor(type.prototype, "value")?.set?.call(field, value);
}

function report(field: TextField, inputType: string, data: string | null): void {
  field.dispatchEvent(new InputEvent("input", { bubbles: true, inputType, data }));
}
