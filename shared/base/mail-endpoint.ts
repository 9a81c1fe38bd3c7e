import { z } from "zod";

/** The address of a mail server and the way in which TLS begins. TLS is always required. */
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
