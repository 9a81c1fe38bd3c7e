import { followLanguage } from "./catalogue-file.ts";

// The file of each thread imports this module first, because texts are read when their modules are evaluated.
followLanguage();
