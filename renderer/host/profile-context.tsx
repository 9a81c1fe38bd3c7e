import { createContext, use, useMemo, type ReactNode } from "react";
import type { HostApi } from "../../shared/contract/contract.ts";
import { useHost } from "./host-context.tsx";

const ProfileContext = createContext<string | null>(null);

/** Says to everything below of which profile it is. */
export function ProfileProvider({
  profileId,
  children,
}: {
  readonly profileId: string;
  readonly children: ReactNode;
}) {
  return <ProfileContext value={profileId}>{children}</ProfileContext>;
}

/** The id of the profile whose screens these are; an error on the first screen, which is of none. */
export function useProfileId(): string {
  const profileId = use(ProfileContext);
  if (profileId === null) throw new Error("No ProfileProvider above this component.");
  return profileId;
}

/**
 * One profile's local copy as the page asks for it. Every call names the profile, and the core answers it from that
 * one or not at all: rows that were asked for under one name can never be another profile's.
 */
export interface LocalCopy {
  readonly host: HostApi;
  readonly profileId: string;
}

/** The local copy of the profile whose screens these are. */
export function useLocalCopy(): LocalCopy {
  const host = useHost();
  const profileId = useProfileId();
  return useMemo(() => ({ host, profileId }), [host, profileId]);
}
