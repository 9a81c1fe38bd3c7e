import { z } from "zod";

// The CSP forbids eval, and zod's compiled parsers would try it. Imported before any module that has a schema.
z.config({ jitless: true });
