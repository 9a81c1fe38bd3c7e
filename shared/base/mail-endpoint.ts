import { z } from "zod";

/** How a mail server is reached. TLS is always required; the choice is only how it begins. */
export const mailEndpointSchema = z.strictObject({
  host: z
    .string()
    .trim()
    .min(1)
    .max(253)
    .regex(/^([a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*|[\da-f:]+)$/i),
  port: z.int().min(1).max(65_535),
  security: z.enum(["tls", "starttls"]),
});
