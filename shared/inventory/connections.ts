import { z } from "zod";
import { profileNameSchema } from "../base/connection-name.ts";

/** The id of a profile in files, the keychain and calls. It is a safe path segment. */
export const profileIdSchema = z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/);

/** The colours of profiles, in the order in which new profiles get them. The page's theme has their shades. */
export const PROFILE_COLOURS = ["blue", "teal", "amber", "violet", "green", "pink", "red", "slate"] as const;
export type ProfileColour = (typeof PROFILE_COLOURS)[number];
const profileColourSchema = z.enum(PROFILE_COLOURS);

/** One connection: its name, colour and service, without its key. */
export const profileSchema = z.strictObject({
  profileId: profileIdSchema,
  kind: z.enum(["service", "sample"]),
  baseUrl: z.string(),
  name: profileNameSchema,
  colour: profileColourSchema,
});
export type Profile = z.infer<typeof profileSchema>;

/** All profiles in the order of their creation, and the open one. That is null on the first screen. */
export const profileListSchema = z.strictObject({
  profiles: z.array(profileSchema),
  current: profileIdSchema.nullable(),
});
export type ProfileList = z.infer<typeof profileListSchema>;

/** The parts of a profile that the user may change. */
export const profileEditSchema = profileSchema.pick({ profileId: true, name: true, colour: true });
export type ProfileEdit = z.infer<typeof profileEditSchema>;

/** The profile of a call about data that do not need an open profile. */
export const ofProfile = { profileId: profileIdSchema } as const;

/**
 * The profile that a page expects to be open. If another one is open, the call is refused (`cancelled`), so that a key,
 * an answer or a row never reaches the wrong profile.
 */
export const meantProfile = { profileId: profileIdSchema.optional() } as const;

/** The input of a call that names only the expected profile. */
export const meantProfileSchema = z.strictObject(meantProfile).optional();
