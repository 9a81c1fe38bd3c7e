import { createContext, use, useMemo, type ReactNode } from "react";
import type { HostApi } from "../../shared/contract/contract.ts";
import { useHost } from "./host-context.tsx";

const ProfileContext = createContext<string | null>(null);

interface ProfileProviderProps {
  readonly profileId: string;
  readonly children: ReactNode;
}

/** Provides the profile to the components below. */
export function ProfileProvider({ profileId, children }: ProfileProviderProps) {
  return <ProfileContext value={profileId}>{children}</ProfileContext>;
}

/** The id of the open profile. @throws Error on the first screen, which has none. */
export function useProfileId(): string {
  const profileId = use(ProfileContext);
  if (profileId === null) throw new Error("No ProfileProvider above this component.");
  return profileId;
}

/**
 * The page's access to one profile's local copy. Every call names the profile, and the core answers from that one or
 * not at all, so rows can never be shown under another profile's name.
 */
export interface LocalCopy {
  readonly host: HostApi;
  readonly profileId: string;
}

/** The local copy of the open profile. */
export function useLocalCopy(): LocalCopy {
  const host = useHost();
  const profileId = useProfileId();
  return useMemo(() => ({ host, profileId }), [host, profileId]);
}
