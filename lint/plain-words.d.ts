/** The problems of a comment's text. @param isDocumentation true for a comment that documents a name. */
export function problemsOf(text: string, isDocumentation: boolean): readonly string[];
