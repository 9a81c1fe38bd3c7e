import type { z } from "zod";
import type { ErrorKind } from "../../base/error-kinds.ts";
import type { Resource } from "../../inventory/resource-names.ts";
import type { Units } from "../../inventory/units.ts";
import type { SavedView } from "../../query/views/views.ts";

/** The functions that name things in the sentence about a rule. */
export interface RuleNames {
  readonly views: readonly Pick<SavedView, "id" | "name" | "resource" | "definition">[];
  /** The name of a record, or its id while the name is unknown. */
  readonly record: (resource: Resource, id: string) => string;
}

/** The parts of the form in which a rule is edited. */
export type FormPart = "view" | "event" | "amount" | "type" | "record" | "hours";

/**
 * The condition that the user edits in the dialog. It has the fields of every kind of rule, so that switching the kind
 * loses no input.
 */
export interface ConditionDraft {
  readonly viewId: string | null;
  readonly event: "enters" | "leaves";
  /** The field to add up; null if the rule counts rows. */
  readonly sum: string | null;
  /** The currency of the sum; null if the sum has no currency. */
  readonly currency: string | null;
  readonly direction: "above" | "below";
  readonly threshold: number | null;
  readonly clearAt: number | null;
  readonly typeId: string | null;
  readonly record: { readonly resource: Resource; readonly id: string } | null;
  readonly hours: number | null;
}

/** The declaration of a kind of rule. The evaluation of the kind is in `electron/features/alerts/evaluate/kinds.ts`. */
export interface Kind<W extends { readonly kind: string }> {
  /** The schema of the condition that a rule of this kind watches. */
  readonly watch: z.ZodType<W, W>;
  /** The name of the kind in the dialog of a rule. */
  readonly label: string;
  /** The condition of a rule, as a sentence without a full stop. */
  sentence(watch: W, names: RuleNames): string;
  /** The records that the sentence names. */
  records?(watch: W): readonly { readonly resource: Resource; readonly id: string }[];
  /** The rows that an alert opens if the alert does not concern a single record. */
  readonly opens: "view" | "lowTypes" | "lateItems" | "nothing";
  readonly form: {
    readonly parts: readonly FormPart[];
    readonly hint?: string;
    /**
     * Whether the condition of the rule may have to hold for several refreshes. The condition of a rule about an event
     * may not.
     */
    mayWait(draft: Pick<ConditionDraft, "event">): boolean;
    /** Makes the condition from a draft without problems; null while a part is missing. */
    read(draft: ConditionDraft): W | null;
  };
}

/** The additional texts of a kind whose condition does not depend on rows. */
export interface CopyWords<W> {
  /** The title of the alerts of this kind. */
  readonly title: string;
  /** Makes the text of the notifications of this kind. */
  notice(watch: W): string;
}

// The condition is the first parameter, so that TypeScript infers the functions' types from it.
/** Declares a kind whose condition depends on rows. */
export const ofRows =
  <W extends { readonly kind: string }>(watch: z.ZodType<W, W>) =>
  (declared: Omit<Kind<W>, "watch">) => ({ ...declared, watch, about: "rows" as const });

/** Declares a kind whose condition does not depend on rows. */
export const ofCopy =
  <W extends { readonly kind: string }>(watch: z.ZodType<W, W>) =>
  (declared: Omit<Kind<W>, "watch" | "opens"> & CopyWords<W>) => ({
    ...declared,
    watch,
    about: "copy" as const,
    opens: "nothing" as const,
  });

/** The subject of an alert, for the words of its reason. */
export interface ReasonSubject {
  readonly resource: Resource | null;
  readonly subjectId: string;
}

/** The context for the words of a reason: known names and units, and functions that format values. */
export interface ReasonContext {
  readonly units: Units;
  readonly moment: (iso: string) => string;
  /** The title of an error with the service, such as a refused key. */
  readonly errorTitle: (kind: ErrorKind) => string;
  /** A description of the changed fields; null if the reader of the alert does not describe them. */
  readonly changes: string | null;
}

/** The reason why an alert fired: the schema of its data, and its words. */
export interface Detail<S extends z.ZodType> {
  readonly schema: S;
  reason(detail: z.infer<S>, subject: ReasonSubject, context: ReasonContext): string;
}
export const detail = <S extends z.ZodType>(declared: Detail<S>): Detail<S> => declared;
