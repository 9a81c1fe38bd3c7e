import { z } from "zod";

/** The most characters of a connection's name. */
export const MAX_CONNECTION_NAME = 60;

/** A connection's name: 1 to 60 characters on one line, without spaces at the beginning or end. */
export const connectionNameSchema = z
  .string()
  .trim()
  .min(1)
  .max(MAX_CONNECTION_NAME)
  .regex(/^[^\p{Cc}\u2028\u2029]*$/u);
