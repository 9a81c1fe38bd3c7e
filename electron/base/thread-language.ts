import { followLanguage } from "./catalogue-file.ts";

// The first import of each thread's file, because texts are read when their modules are evaluated.
followLanguage();
