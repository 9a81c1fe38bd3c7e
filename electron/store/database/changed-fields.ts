/** Old and new values by the API's field names; an absent field is null. */
export type ChangedFields = Readonly<Record<string, { readonly old: unknown; readonly new: unknown }>>;
