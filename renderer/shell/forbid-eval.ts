import { z } from "zod";

// SECURITY: the CSP forbids eval, which zod's compiled parsers use. This module must be imported before any module with
// a schema.
z.config({ jitless: true });
