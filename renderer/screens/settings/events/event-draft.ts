import type { FollowedEvents } from "../../../../shared/contract/event-calls.ts";
import type { EventSettings } from "../../../../shared/domain/event-settings.ts";

/** A form's settings; a number may be empty or half typed. */
export type EventDraft = Omit<EventSettings, "port" | "collectSeconds"> & {
  readonly port: number | null;
  readonly collectSeconds: number | null;
};

/** What the fields of a source need. */
export interface SourceFieldsProps {
  readonly draft: EventDraft;
  readonly saved: FollowedEvents;
  readonly onChange: (part: Partial<EventDraft>) => void;
  /** A secret was typed, which is in no state. */
  readonly onSecret: () => void;
}
