import type { Resource } from "../../../shared/domain/resource-names.ts";
import { NO_MARKS, type ChangeMarks } from "./change-marks.ts";

/** Keeps each table's change marks while another screen is shown. */
export class MarkStore {
  readonly #marks = new Map<string, ChangeMarks>();

  /** The marks of a profile's table. */
  of(profileId: string, resource: Resource): ChangeMarks {
    return this.#marks.get(`${profileId} ${resource}`) ?? NO_MARKS;
  }

  keep(profileId: string, resource: Resource, marks: ChangeMarks): void {
    this.#marks.set(`${profileId} ${resource}`, marks);
  }
}
