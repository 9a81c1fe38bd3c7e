import { z } from "zod";

/** What names a profile in files, in the keychain and in calls: a part of a path and nothing that could leave it. */
export const profileIdSchema = z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/);

/** The most characters that a profile's name has. */
export const MAX_PROFILE_NAME = 60;

/** A profile's name: 1 to 60 characters on one line, without space at its ends. */
export const profileNameSchema = z
  .string()
  .trim()
  .min(1)
  .max(MAX_PROFILE_NAME)
  .regex(/^[^\p{Cc}\u2028\u2029]*$/u);

/** The colours that a profile can have, in the order in which new ones take them; the page's theme has their tones. */
export const PROFILE_COLOURS = ["blue", "teal", "amber", "violet", "green", "pink", "red", "slate"] as const;
export type ProfileColour = (typeof PROFILE_COLOURS)[number];
const profileColourSchema = z.enum(PROFILE_COLOURS);

/** One connection: its name, colour and service. The key is not part of it. */
export const profileSchema = z.strictObject({
  profileId: profileIdSchema,
  kind: z.enum(["service", "sample"]),
  baseUrl: z.string(),
  name: profileNameSchema,
  colour: profileColourSchema,
});
export type Profile = z.infer<typeof profileSchema>;

/** Every profile, in the order in which they were made, and the one that is open; null on the first screen. */
export const profileListSchema = z.strictObject({
  profiles: z.array(profileSchema),
  current: profileIdSchema.nullable(),
});
export type ProfileList = z.infer<typeof profileListSchema>;

/** What a person may change of a profile. */
export const profileEditSchema = profileSchema.pick({ profileId: true, name: true, colour: true });
export type ProfileEdit = z.infer<typeof profileEditSchema>;

/**
 * The profile that a page means. Where another one is open by the time the call arrives, the call is refused
 * (`cancelled`) instead of reaching that one: a key, a question's answer or a row never crosses over.
 */
export const meantProfile = { profileId: profileIdSchema.optional() } as const;

/** The input of a call that names nothing but the profile that it means. */
export const meantProfileSchema = z.strictObject(meantProfile).optional();
