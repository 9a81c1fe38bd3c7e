import { z } from "zod";

// SECURITY: the CSP forbids eval, which zod's compiled parsers use. Import this before any module with a schema.
z.config({ jitless: true });
