import { z } from "zod";

// Compiling schemas costs 20 ms before the first window, more than it saves during a launch. Records and rows, of which
// there are hundreds, are checked by hand.
z.config({ jitless: true });
