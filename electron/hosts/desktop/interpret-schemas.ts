import { z } from "zod";

// Schemas are not compiled: compiling costs 20 ms before the first window, which is more than it saves during a launch.
// Records and rows, of which there are hundreds, are checked by hand.
z.config({ jitless: true });
