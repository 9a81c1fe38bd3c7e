import type { SampleService } from "../service/index.ts";

/** The resources that items refer to. */
export type ReferencedResource = "types" | "locations";

/** The fields that material types and locations share. */
interface Named {
  readonly id: string;
  readonly name: string;
  readonly createdAt?: string | null | undefined;
}

/** The service's records of a resource. */
export function recordsOf({ company }: SampleService, resource: ReferencedResource): readonly Named[] {
  return resource === "types" ? [...company.types.all()] : [...company.locations.all()];
}

/** Renames a record at the service, or adds it. */
export function rename(
  { company }: SampleService,
  resource: ReferencedResource,
  id: string,
  name: string,
): void {
  if (resource === "types") company.upsertType({ id, name });
  else company.upsertLocation({ id, name });
}
