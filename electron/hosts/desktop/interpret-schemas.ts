import { z } from "zod";

// Compiling a schema takes longer than a launch spends with it: 20 ms in all, before there is a window. Records and
// rows, which come in hundreds, are checked by hand.
z.config({ jitless: true });
