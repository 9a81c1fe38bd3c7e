import { z } from "zod";

/** The most characters of a profile's name. */
export const MAX_PROFILE_NAME = 60;

/** A profile's name: 1 to 60 characters on one line, without space at its ends. */
export const profileNameSchema = z
  .string()
  .trim()
  .min(1)
  .max(MAX_PROFILE_NAME)
  .regex(/^[^\p{Cc}\u2028\u2029]*$/u);
