import { z } from "zod";
import {
  meantProfile,
  meantProfileSchema,
  profileEditSchema,
  profileIdSchema,
  profileListSchema,
} from "../../inventory/profiles.ts";
import { connectionSchema, syncStatusSchema } from "../../inventory/status.ts";

const nothing = z.undefined();
const keySchema = z.string().min(1).max(4_096);
const baseUrlSchema = z.string().min(1).max(2_048);

/** The calls that make, open, change and forget connections. */
export const CONNECTION_CALLS = {
  /** Sends one `listLocations?limit=1`; without `key`, with the stored one (to the stored base URL only). */
  testConnection: {
    input: z.strictObject({ baseUrl: baseUrlSchema, key: keySchema.optional() }),
    output: z.strictObject({ requestId: z.string().nullable(), milliseconds: z.number() }),
  },
  /**
   * Makes a profile of a base URL and a key, opens it and pulls. If the open profile has this base URL and no key,
   * or this same key, it takes the key itself.
   */
  connect: { input: z.strictObject({ baseUrl: baseUrlSchema, key: keySchema }), output: connectionSchema },
  /** Opens the profile of the embedded sample service. Makes and starts it if there is none. */
  exploreSample: { input: nothing, output: connectionSchema },
  listProfiles: { input: nothing, output: profileListSchema },
  /** Opens another profile: its rows at once, its key as soon as the keychain answers. Needs no network. */
  switchProfile: { input: z.strictObject({ profileId: profileIdSchema }), output: connectionSchema },
  /** Renames and recolours a profile; refuses a name that another one has. */
  editProfile: { input: profileEditSchema, output: profileListSchema },
  /** Moves the open profile's key to a new profile with the same base URL. The key belongs to another company. */
  adoptAsNewProfile: { input: meantProfileSchema, output: connectionSchema },
  replaceKey: { input: z.strictObject({ ...meantProfile, key: keySchema }), output: connectionSchema },
  /** Removes the key from the keychain and from memory; local data stays readable. */
  forgetKey: { input: meantProfileSchema, output: connectionSchema },
  /** Removes every synced row; the key and the user's settings stay. */
  wipeLocalData: { input: meantProfileSchema, output: nothing },
  /** Forgets the open profile, its key and its local rows: on to another profile, else to the first screen. */
  disconnect: { input: meantProfileSchema, output: nothing },
} as const;

export const CONNECTION_PUSHES = {
  connection: connectionSchema.nullable(),
  /** Another profile is open, or none: connection and status in one, so that no screen can mix two profiles. */
  switched: z.strictObject({ connection: connectionSchema.nullable(), status: syncStatusSchema }),
  /** A profile was made, changed or forgotten, or another one is open. */
  profiles: profileListSchema,
} as const;
