import { useProfileId } from "./profile-context.tsx";

/** What a table's address says beyond its path: the record whose details are open, and of which profile it is. */
export interface TableSearch {
  readonly record?: string;
  readonly profile?: string;
}

/** The record whose details are open; null where none is, or where the address still speaks of another profile. */
export function useOpenRecord({ record, profile }: TableSearch): string | null {
  const current = useProfileId();
  return profile === current ? (record ?? null) : null;
}
